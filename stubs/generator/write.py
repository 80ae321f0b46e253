"""Puts the rendered modules into files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from . import alone, api, order, overlay, render

HERE = Path(__file__).resolve().parent.parent
STUBS = HERE / "tensorflow-stubs"
KERAS = "keras-stubs"
#: What is not in the stubs, such as documentation, is looked up in the package itself (PEP 561).
PARTIAL = "partial\n"
OVERLAY = HERE / "overlay"
LARGE = 300


def relocate(
    modules: dict[str, api.Module], overlays: dict[str, overlay.Overlay]
) -> dict[str, api.Module]:
    """The API with the definitions moved to where the overlay has them."""
    moved = {
        (d.module, d.target): (path, d.name)
        for path, module in modules.items()
        for d in module.definitions.values()
        if isinstance(d, api.Alias) and path in overlays and d.name in overlays[path].names
    }

    def follow(path: str, d: api.Definition) -> api.Definition:
        if isinstance(d, api.Alias) and (d.module, d.target) in moved:
            home = moved[d.module, d.target]
            return (
                modules[d.module].definitions[d.target]
                if home == (path, d.name)
                else api.Alias(d.name, *home)
            )
        if (path, d.name) in moved:
            return api.Alias(d.name, *moved[path, d.name])
        return d

    return {
        path: replace(
            module, definitions={name: follow(path, d) for name, d in module.definitions.items()}
        )
        for path, module in modules.items()
    }


def with_renames_apart(
    modules: dict[str, api.Module], overlays: dict[str, overlay.Overlay]
) -> dict[str, api.Module]:
    """The API with what large modules rename in modules of their own.

    A rename needs `__all__`, which costs mypy the square of its length.
    """
    result = dict(modules)
    for path, module in modules.items():
        own = overlays[path].names if path in overlays else set()
        renamed: dict[str, api.Definition] = {
            name: d
            for name, d in module.definitions.items()
            if isinstance(d, api.Alias) and d.target != name and name not in own
        }
        if renamed and len(module.definitions) > LARGE:
            home = f"{path}._renamed"
            again = {name: api.Alias(name, home, name) for name in renamed}
            result[home] = api.Module(home, renamed)
            result[path] = replace(module, definitions=module.definitions | again)
    return result


def texts(
    modules: dict[str, api.Module], overlays: dict[str, overlay.Overlay], source: str
) -> dict[str, str]:
    """The text of every stub file by its path below the stubs folder."""
    relocated = with_renames_apart(relocate(modules, overlays), overlays)
    paths = set(relocated) | set(overlays)
    parents = {path.rpartition(".")[0] for path in paths}
    basic = overlays.get(render.BASES, overlay.Overlay()).names
    both = {
        path: (relocated.get(path, api.Module(path, {})), overlays.get(path, overlay.Overlay()))
        for path in sorted(paths)
    }
    bases = order.Bases({path: render.body(*parts) for path, parts in both.items()})
    result = {}
    for path, (module, own) in both.items():
        name = path.replace(".", "/").removeprefix("tensorflow").lstrip("/")
        file = (f"{name}/__init__.pyi" if path in parents else f"{name}.pyi").lstrip("/")
        result[file] = render.module_text(module, own, source, basic, bases)
    return result


def everything(folder: Path) -> None:
    """Reads TensorFlow and the overlay and makes `folder` hold their stubs and nothing else, and the one beside it Keras'."""
    from . import walk

    modules, own, source = walk.read(), overlay.read(OVERLAY), walk.source()
    put(folder, {**texts(modules, own, source), "py.typed": PARTIAL})
    put(folder.with_name(KERAS), {**alone.texts({*modules, *own}, source), "py.typed": ""})


def put(folder: Path, files: dict[str, str]) -> None:
    """Replaces the files of a folder one by one, each at once: who reads meanwhile finds every file, and finds it whole.

    A file that stays as it is is not touched, so that a type checker's cache stays valid.
    """
    for name, text in files.items():
        file = folder / name
        if not file.exists() or file.read_text() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            written = file.with_name(file.name + "~")
            written.write_text(text)
            written.replace(file)
    for file in sorted(folder.rglob("*"), reverse=True):
        if file.is_dir():
            if not any(file.iterdir()):
                file.rmdir()
        elif str(file.relative_to(folder)) not in files:
            file.unlink()
