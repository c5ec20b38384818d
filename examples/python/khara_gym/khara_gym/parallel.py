"""Several agents in one market, by PettingZoo's parallel interface."""

from .codec import Codec
from .market import BenchError, Episodes, Market, must_have_begun

try:
    from pettingzoo import ParallelEnv as _ParallelEnv
except ImportError:
    _ParallelEnv = object


class KharaParallelEnv(_ParallelEnv):
    """Agents act at once, one after the other in their order. Observations and actions are those of `KharaEnv`."""

    metadata = {"name": "khara_v0", "render_modes": []}
    render_mode = None

    def __init__(self, agents=("agent_0", "agent_1"), steps_per_action=8, product="delivery", **options):
        self.possible_agents = list(agents)
        self.agents = []
        self._steps = steps_per_action
        self._market = Market(self.possible_agents, **{"shares": 1, "from": "opening", **options})
        self._episodes = Episodes(self._market, options.get("seed"))
        self._seen = {}
        # Each agent keeps its own spaces: they are seeded one by one.
        self._codecs = {name: Codec(self._market.codes, product) for name in self.possible_agents}

    def observation_space(self, agent):
        return self._codecs[agent].observation_space

    def action_space(self, agent):
        return self._codecs[agent].action_space

    def reset(self, seed=None, options=None):
        """A new episode: of this seed, or of the next one that follows from the last."""
        begun = self._episodes.begin(seed, options)
        self.agents = list(self.possible_agents)
        return self._observe(begun), {name: begun[name]["info"] for name in self.agents}

    def step(self, actions):
        """Observations, rewards in rupees, terminations, truncations and infos of the agents that acted."""
        must_have_begun(self._seen)
        strange = [name for name in actions if name not in self._codecs]
        if strange:
            raise BenchError("actions_invalid", f"{strange[0]!r} is no agent: they are {self.possible_agents}.")
        orders = {name: self._codecs[name].decode(action, self._seen[name]) for name, action in actions.items()}
        outcomes = self._market.step(orders, self._steps)
        acted = self.agents
        observations = self._observe(outcomes)
        rewards = {name: outcomes[name]["reward"] / 100 for name in acted}
        terminations = {name: outcomes[name]["terminated"] for name in acted}
        truncations = {name: outcomes[name]["truncated"] for name in acted}
        infos = {name: outcomes[name]["info"] for name in acted}
        self.agents = [name for name in acted if not terminations[name] and not truncations[name]]
        return observations, rewards, terminations, truncations, infos

    def company(self, code):
        """As `Market.company`."""
        return self._market.company(code)

    def screen(self, conditions=""):
        """As `Market.screen`."""
        return self._market.screen(conditions)

    def close(self):
        self._market.close()

    def _observe(self, outcomes):
        self._seen = {name: outcome["observation"] for name, outcome in outcomes.items()}
        return {name: self._codecs[name].encode(self._seen[name]) for name in self.agents}
