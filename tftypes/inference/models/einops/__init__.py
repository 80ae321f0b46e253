"""What einops makes of tensors: by patterns that name their axes."""
