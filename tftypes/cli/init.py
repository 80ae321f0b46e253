"""`tftypes init`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", default=".", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option(
    "--allow-redefinition",
    is_flag=True,
    help="Let mypy bind a name again to another type: x = x.numpy().",
)
@click.option(
    "--check-untyped-defs",
    is_flag=True,
    help="Let mypy look into functions that nobody has annotated.",
)
def init(folder: Path, dry_run: bool, **settings: bool) -> None:
    """Put the configuration into the pyproject.toml of FOLDER."""
    from tftypes.cli.initialise import initialise

    initialise(folder, [name for name, wanted in settings.items() if wanted], dry_run=dry_run)
