"""What libraries do with abstract values: one package for each library."""
