"""One agent in the market, by Gymnasium's interface."""

from . import spaces
from .codec import Codec
from .market import Episodes, Market, must_have_begun

_Env = spaces.gymnasium.Env if spaces.gymnasium else object


class KharaEnv(_Env):
    """
    An action is a choice of what to do and how much in each share (`codec.KINDS`, `codec.SIZES`), or a list of orders as
    docs/bench.md has them. An observation is a vector, or with `raw=True` what the bench says. `info` has the parts of the
    reward in paise, refusals and the hash; the reward is in rupees.
    """

    metadata = {"render_modes": []}

    def __init__(self, steps_per_action=8, product="delivery", raw=False, render_mode=None, **options):
        self.render_mode = render_mode
        self._steps = steps_per_action
        self._raw = raw
        self._market = Market(**{"shares": 1, "from": "opening", **options})
        self._episodes = Episodes(self._market, options.get("seed"))
        self._seen = None
        self._codec = Codec(self._market.codes, product)
        self.observation_space = self._codec.observation_space
        self.action_space = self._codec.action_space

    def reset(self, *, seed=None, options=None):
        """A new episode: of this seed, or of the next one that follows from the last."""
        if spaces.gymnasium:
            super().reset(seed=seed)
        begun = self._episodes.begin(seed, options)["agent"]
        return self._observe(begun), begun["info"]

    def step(self, action):
        must_have_begun(self._seen is not None)
        orders = action if _is_orders(action) else self._codec.decode(action, self._seen)
        outcome = self._market.step({"agent": orders}, self._steps)["agent"]
        reward = outcome["reward"] / 100
        return self._observe(outcome), reward, outcome["terminated"], outcome["truncated"], outcome["info"]

    def company(self, code):
        """As `Market.company`."""
        return self._market.company(code)

    def screen(self, conditions=""):
        """As `Market.screen`."""
        return self._market.screen(conditions)

    def close(self):
        self._market.close()

    def _observe(self, outcome):
        self._seen = outcome["observation"]
        return self._seen if self._raw else self._codec.encode(self._seen)


def _is_orders(action):
    return isinstance(action, list) and all(isinstance(one, dict) for one in action)
