"""What a language server shows of a name."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO


def hover(server: Sequence[Path | str], python: Path, file: Path, name: str) -> str:
    """The text over the end of the first mention of `name` in the file."""
    before = file.read_text().partition(name)[0] + name
    place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2]) - 1}
    settings = _settings(python)
    document = {"uri": file.as_uri()}
    opened = {**document, "languageId": "python", "version": 1, "text": file.read_text()}
    folder = {"uri": file.parent.as_uri(), "name": file.parent.name}
    started = {
        "processId": None,
        "rootUri": folder["uri"],
        "workspaceFolders": [folder],
        "initializationOptions": settings,
        "capabilities": {
            "workspace": {"configuration": True, "workspaceFolders": True},
            "textDocument": {"hover": {"contentFormat": ["markdown"]}},
        },
    }
    with subprocess.Popen(
        server, cwd=file.parent, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        try:
            client = _Client(process.stdin, process.stdout, settings)
            client.ask("initialize", started)
            client.tell(method="initialized", params={})
            client.tell(method="textDocument/didOpen", params={"textDocument": opened})
            shown = client.ask("textDocument/hover", {"textDocument": document, "position": place})
        finally:
            process.kill()
    return str(shown["contents"]["value"]) if shown else ""


def _settings(python: Path) -> dict[str, Any]:
    """Where the interpreter is, as each of the servers asks for it."""
    return {
        "pythonPath": str(python),
        "configuration": {"environment": {"python": str(python)}},
    }


class _Client:
    """The messages of the language server protocol, and the answers to what the server asks."""

    def __init__(self, to: BinaryIO, by: BinaryIO, settings: dict[str, Any]) -> None:
        self._to, self._by, self._settings = to, by, settings

    def tell(self, **message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._to.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._to.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """The result; what the server asks until it comes is answered."""
        self.tell(id=method, method=method, params=params)
        while True:
            message = self._read()
            if "method" in message and "id" in message:
                self.tell(id=message["id"], result=self._answer(message))
            elif message.get("id") == method:
                assert "error" not in message, message
                return message["result"]

    def _answer(self, message: dict[str, Any]) -> Any:
        if message["method"] != "workspace/configuration":
            return None
        return [self._settings for _ in message["params"]["items"]]

    def _read(self) -> dict[str, Any]:
        length = 0
        while line := self._by.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the server has ended"
        return dict(json.loads(self._by.read(length)))
