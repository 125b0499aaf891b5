"""A client of Understudy for tests in Python. It needs the standard library only (Python 3.8)."""

import json
import os
import subprocess
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Iterator, NamedTuple, Optional, Tuple

CLI = Path("node_modules", "agent-understudy", "dist", "cli", "understudy.js")


class Response(NamedTuple):
    status: int
    headers: Any
    body: Any  # the parsed JSON, else the text; None if the response has no body


class World:
    """An isolated platform: its own records, clock, faults and journal."""

    def __init__(self, info: dict, control_token: Optional[str] = None) -> None:
        self.url, self.name = info["base_url"], info["name"]
        self.users, self.keys = info["users"], info["keys"]
        self._token = control_token

    def call(self, method: str, path: str, body: Any = None, key: Optional[str] = None) -> Response:
        """Calls the platform. Returns refusals, too. Raises OSError if the connection breaks."""
        with self._open(method, path, body, key) as response:
            text, kind = response.read().decode(errors="replace"), response.headers.get_content_subtype()
            body = json.loads(text) if text and kind.endswith("json") else text or None
            return Response(response.status, response.headers, body)

    def events(self, path: str, body: Any, key: Optional[str] = None) -> Iterator[Tuple[str, Any, int]]:
        """Reads a turn: yields (event, data, cursor). Raises RuntimeError for a refusal, OSError if the stream breaks."""
        with self._open("POST", path, body, key) as response:
            if response.status >= 400:
                raise RuntimeError(f"POST {path}: {response.status} {response.read().decode(errors='replace')}")
            fields: dict = {}
            for line in response:
                name, colon, value = line.decode().rstrip("\r\n").partition(":")
                value = value[1:] if value.startswith(" ") else value
                if name:
                    fields[name] = f"{fields[name]}\n{value}" if name == "data" and name in fields else value
                elif "data" in fields and not colon:
                    yield fields["event"], json.loads(fields["data"]), int(fields.get("id", -1))
                    fields = {}

    def sign_in(self, email: str = "demo@example.com", password: str = "demo-password") -> str:
        """Signs in a user of the fixture. Returns the access token, to pass as `key`."""
        return self.call("POST", "/api/auth/login", {"email": email, "password": password}).body["access_token"]

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Calls the control API, such as `control("GET", "journal?limit=5")`."""
        status, _, answer = self.call(method, f"/__control/{path}", body, self._token)
        if status >= 400:
            raise ValueError(answer["error"] if isinstance(answer, dict) else answer)
        return answer

    def advance(self, duration: str) -> None:
        """Moves the clock of this world: "90s", "2h"."""
        self.control("POST", "clock", {"advance": duration})

    def add_fault(self, fault: dict) -> None:
        """Adds a fault: {"match": {"endpoint": "chat.react"}, "times": 1, "effect": {…}}."""
        self.control("POST", "faults", fault)

    def _open(self, method: str, path: str, body: Any, key: Optional[str]) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"} if data else {}
        if key is not None:
            headers["authorization"] = f"Bearer {key}"
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as refusal:
            return refusal


class Server:
    """A running `serve`: at UNDERSTUDY_URL if that is set, else a process of the Node at UNDERSTUDY_NODE."""

    def __init__(self) -> None:
        self._process, self._token = None, os.environ.get("UNDERSTUDY_CONTROL_TOKEN") or None
        url = os.environ.get("UNDERSTUDY_URL", "").rstrip("/")
        if not url:
            folder = next((up for up in [Path.cwd(), *Path.cwd().parents] if (up / CLI).exists()), None)
            if folder is None:
                raise FileNotFoundError("There is no agent-understudy here: run `npm install` first.")
            node = os.environ.get("UNDERSTUDY_NODE") or "node"
            command = [node, str(folder / CLI), "serve", "--port", "0", "--json"]
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE)
            if not (line := self._process.stdout.readline()):
                # Starts it again to read its error, which the first start has only printed.
                again = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", timeout=60)
                raise RuntimeError(f"`{node}` could not start `serve`: {again.stderr}")
            url = json.loads(line)["url"]
        self._default = World({"base_url": url, "name": "default", "users": [], "keys": {}}, self._token)

    def create_world(self, **options: Any) -> World:
        """Creates a world, by default without pauses in turns. The options are those of `POST worlds`."""
        return World(self._default.control("POST", "worlds", {"speed": "max", "ttl": "10m", **options}), self._token)

    def delete_world(self, world: World) -> None:
        self._default.control("DELETE", f"worlds/{world.name}")

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process.stdout.close()
