"""The bench as a process: one JSON a line to it, one JSON a line from it."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path


class BenchError(Exception):
    """What a caller got wrong; `reason` is stable, as docs/bench.md has it."""

    def __init__(self, reason, message):
        super().__init__(message)
        self.reason = reason


def find_repository():
    """Khara's repository: KHARA_HOME, or the one that this file stands in."""
    told = os.environ.get("KHARA_HOME")
    places = [Path(told)] if told else list(Path(__file__).resolve().parents)
    for place in places:
        if (place / "packages" / "bench" / "stdio.ts").is_file():
            return place
    raise FileNotFoundError("Khara's repository is not here: set KHARA_HOME to its folder, after npm ci in it.")


def find_node(repository):
    """KHARA_NODE, the Node that the repository brings, or the one of this machine, which must read TypeScript."""
    told = os.environ.get("KHARA_NODE")
    if told:
        return told
    brought = sorted((repository / "node_modules").glob("node-*/bin/node*"))
    return str(brought[0]) if brought else "node"


class Market:
    """A market with agents in it. Observations, rewards and infos are dicts by their names, as the bench has them."""

    def __init__(self, agents=("agent",), **options):
        self._process = None
        if os.environ.get("KHARA_MARKET") == "stdio":  # a league has the market, at this program's own streams
            self._stdin, self._stdout = os.fdopen(os.dup(1), "wb"), os.fdopen(os.dup(0), "rb")
            os.dup2(2, 1)  # what the program prints is no request
            sys.stdin = open(os.devnull)
        else:
            repository = find_repository()
            program = str(repository / "packages" / "bench" / "stdio.ts")
            self._process = subprocess.Popen(
                [find_node(repository), program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=str(repository)
            )
            self._stdin, self._stdout = self._process.stdin, self._process.stdout
        try:
            made = self._ask({"make": {"agents": list(agents), **options}})
        except BaseException:
            self.close()
            raise
        self.agents = made["agents"]
        #: Shares that trade in it.
        self.codes = made["codes"]
        #: Version of the bench: quote it with a result.
        self.bench = made["bench"]

    def reset(self, seed=None, **options):
        """Begins an episode: what each agent sees first."""
        return self._ask({"reset": {**options, **({} if seed is None else {"seed": seed})}})["agents"]

    def step(self, actions, steps=1, until=None):
        """Does what agents ask for, and lets market steps pass, or all until an event of one of them."""
        span = {"steps": steps} if until is None else {"until": until}
        return self._ask({"step": actions, **span})["agents"]

    def company(self, code):
        """What a company has published by now: docs/bench.md has the fields. No market time passes."""
        return self._ask({"company": code})["company"]

    def screen(self, conditions=""):
        """Companies that meet conditions, as "pe=5-20&debt=-0.5"."""
        return self._ask({"screen": conditions})["screen"]

    def close(self):
        """Ends the process; more than once is no harm."""
        for stream in (self._stdin, self._stdout):
            if not stream.closed:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
        if self._process:
            self._process.wait(timeout=30)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _ask(self, request):
        self._stdin.write(json.dumps(request, separators=(",", ":")).encode() + b"\n")
        self._stdin.flush()
        line = self._stdout.readline()
        if not line:
            raise RuntimeError("The bench has ended; its own words are above.")
        answer = json.loads(line)
        if "error" in answer:
            raise BenchError(answer["error"]["reason"], answer["error"]["message"])
        return answer


def must_have_begun(has_begun):
    """Before the first `reset` there is nothing to step."""
    if not has_begun:
        raise BenchError("episode_over", "The episode has not begun: call reset.")


#: What an episode may have of its own. Shares and depth are of an environment, whose spaces they make.
EPISODE_OPTIONS = ("days", "start", "cash", "limit", "daySeconds", "from")


class Episodes:
    """Begins episodes of a market by the rules of Gymnasium and PettingZoo."""

    def __init__(self, market, seed=None):
        self._market = market
        self._seed = seed
        self._random = random.Random(seed)

    def begin(self, seed=None, options=None):
        """Of this seed, or of the market's own the first time, or of the next one that follows from the last."""
        seed, self._seed = (self._seed if seed is None else seed), None
        if seed is None:
            seed = self._random.randrange(2**31)
        else:
            self._random.seed(seed)
        # Options with other names are of other libraries: PettingZoo's check sends one.
        own = {name: value for name, value in (options or {}).items() if name in EPISODE_OPTIONS}
        return self._market.reset(seed, **own)
