"""
What check_env of Gymnasium and parallel_api_test of PettingZoo demand, by their public sources, so that it is tested
where these are not installed. Where they are, they run as well.
"""

import inspect
import json
import math
import sys
import unittest
import warnings
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from khara_gym import BenchError, KharaEnv, KharaParallelEnv, Market  # noqa: E402
from khara_gym import spaces  # noqa: E402

DAY = {"daySeconds": 30}


def plain(value):
    """As lists and numbers, to be compared."""
    return value.tolist() if hasattr(value, "tolist") else value


class MarketTest(unittest.TestCase):
    def test_same_seed_and_actions_are_the_same_run(self):
        def play(market, seed):
            lines = [market.reset(seed)]
            while not lines[-1]["agent"].get("truncated"):
                code = next(iter(lines[-1]["agent"]["observation"]["book"]))
                order = {"code": code, "side": "buy", "quantity": 1, "type": "market", "product": "delivery"}
                lines.append(market.step({"agent": [order]}, 5))
            return json.dumps(lines)

        with Market(shares=1, **DAY) as market, Market(shares=1, **DAY) as other:
            self.assertEqual(play(market, "one"), play(other, "one"))
            self.assertNotEqual(play(market, "one"), play(market, "two"))

    def test_errors_have_stable_reasons_and_the_market_goes_on(self):
        with self.assertRaises(BenchError) as wrong:
            Market(shares=0)
        self.assertEqual(wrong.exception.reason, "shares_invalid")
        with Market(**DAY) as market:
            with self.assertRaises(BenchError) as early:
                market.step({"agent": []})
            self.assertEqual(early.exception.reason, "episode_over")
            market.reset()
            refused = market.step({"agent": [{"cancel": 9}]})["agent"]["info"]["refusals"]
            self.assertEqual(refused, [{"index": 0, "reason": "unknown_order"}])


class CompaniesTest(unittest.TestCase):
    def test_accounts_and_screens_are_there_for_a_program(self):
        env, several = KharaEnv(shares=3, **DAY), KharaParallelEnv(shares=3, **DAY)
        self.addCleanup(env.close)
        self.addCleanup(several.close)
        for one in (env, several):
            with self.assertRaises(BenchError) as early:
                one.screen()
            self.assertEqual(early.exception.reason, "episode_over")
            one.reset(seed=1)
            found = one.screen()
            self.assertEqual(len(found["list"]), 3)
            company = one.company(found["list"][0]["code"])
            self.assertGreaterEqual(len(company["quarters"]), 12)
            self.assertEqual(company["ratios"]["pe"], found["list"][0]["pe"])
            for conditions in ("pe=9-1", 5):
                with self.assertRaises(BenchError) as wrong:
                    one.screen(conditions)
                self.assertEqual(wrong.exception.reason, "conditions_invalid")
            with self.assertRaises(BenchError) as unknown:
                one.company("NOSUCH")
            self.assertEqual(unknown.exception.reason, "unknown_code")


class MisuseTest(unittest.TestCase):
    """What a caller gets wrong is a BenchError, before anything is asked of the market."""

    def refuses(self, reason, does, *arguments):
        with self.assertRaises(BenchError) as wrong:
            does(*arguments)
        self.assertEqual(wrong.exception.reason, reason)

    def test_step_before_reset(self):
        env, several = KharaEnv(**DAY), KharaParallelEnv(**DAY)
        self.addCleanup(env.close)
        self.addCleanup(several.close)
        self.refuses("episode_over", env.step, [0, 0])
        self.refuses("episode_over", env.step, [])
        self.refuses("episode_over", several.step, {"agent_0": [0, 0]})

    def test_choices_outside_the_space_are_refused_and_the_episode_goes_on(self):
        env = KharaEnv(raw=True, **DAY)
        self.addCleanup(env.close)
        first, _ = env.reset(seed=1)
        for choice in ([1, -1], [-1, 0], [6, 0], [1, 4], [1], [1, 1, 1], [1.5, 0], ["1", "1"], "11", None, 5, {}):
            if not spaces.gymnasium:
                self.assertFalse(env.action_space.contains(choice), choice)
            self.refuses("actions_invalid", env.step, choice)
        seen, *_ = env.step((1, 1))
        self.assertEqual(seen["clock"]["step"], first["clock"]["step"] + 8)

    def test_agents_that_are_none(self):
        several = KharaParallelEnv(**DAY)
        self.addCleanup(several.close)
        several.reset(seed=1)
        self.refuses("actions_invalid", several.step, {"agent_9": [0, 0]})
        self.refuses("actions_invalid", several.step, {"agent_0": [9, 0]})
        self.assertEqual(several.agents, several.possible_agents)


class GymnasiumTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.env = KharaEnv(**DAY)
        cls.addClassCleanup(cls.env.close)

    def test_reset_takes_seed_and_options_and_its_seed_is_none_unless_said(self):
        parameters = inspect.signature(self.env.reset).parameters
        self.assertIsNone(parameters["seed"].default)
        self.assertIn("options", parameters)
        self.assertNotIn("return_info", parameters)
        self.assertFalse(callable(getattr(self.env, "seed", None)))

    def test_the_first_episode_is_of_the_seed_of_the_environment(self):
        env = KharaEnv(seed="first", **DAY)
        self.addCleanup(env.close)
        first, second = env.reset()[1], env.reset()[1]
        self.assertNotEqual(first["hash"], second["hash"])
        with Market(shares=1, seed="first", **{"from": "opening"}, **DAY) as market:
            self.assertEqual(market.reset()["agent"]["info"]["hash"], first["hash"])

    def test_options_of_an_episode_are_taken_and_those_of_other_libraries_left_alone(self):
        env = KharaEnv(raw=True, **DAY)
        self.addCleanup(env.close)
        seen, _ = env.reset(seed=1, options={"cash": 500_000, "shares": 3, "options": 1})
        self.assertEqual(seen["own"]["cash"], 500_000)
        self.assertEqual(len(seen["book"]), 1)

    def test_reset_gives_an_observation_of_its_space_and_info(self):
        observation, info = self.env.reset(seed=123, options={})
        self.assertTrue(self.env.observation_space.contains(observation))
        self.assertIsInstance(info, dict)

    def test_reset_of_a_seed_repeats_and_without_one_goes_on(self):
        first, _ = self.env.reset(seed=123)
        after, _ = self.env.reset()
        again, _ = self.env.reset(seed=123)
        self.assertEqual(plain(first), plain(again))
        self.assertEqual(plain(after), plain(self.env.reset()[0]))
        self.assertNotEqual(plain(first), plain(self.env.reset(seed=456)[0]))

    def test_step_gives_five_values_of_their_types_to_the_end_of_the_day(self):
        self.env.reset(seed=1)
        self.env.action_space.seed(1)
        is_over = False
        while not is_over:
            action = self.env.action_space.sample()
            self.assertTrue(self.env.action_space.contains(action))
            observation, reward, terminated, truncated, info = self.env.step(action)
            self.assertTrue(self.env.observation_space.contains(observation))
            self.assertIsInstance(reward, float)
            self.assertTrue(math.isfinite(reward))
            self.assertIsInstance(info, dict)
            self.assertIs(type(terminated), bool)
            self.assertIs(type(truncated), bool)
            self.assertEqual(
                sum(info["reward"][part] for part in ("cash", "mark", "charges")) / 100, reward
            )
            is_over = terminated or truncated

    def test_steps_of_the_same_actions_are_the_same(self):
        def play():
            self.env.reset(seed=5)
            self.env.action_space.seed(5)
            steps = [self.env.step(self.env.action_space.sample()) for _ in range(10)]
            self.assertEqual([truncated for _, _, _, truncated, _ in steps], [False] * 10)
            return [(plain(observation), *rest) for observation, *rest in steps]

        self.assertEqual(play(), play())

    def test_render_modes_are_declared(self):
        self.assertEqual(self.env.metadata["render_modes"], [])
        self.assertIsNone(self.env.render_mode)

    def test_orders_of_the_bench_are_taken_as_they_are_and_close_is_harmless_twice(self):
        env = KharaEnv(raw=True, **DAY)
        self.addCleanup(env.close)
        seen, _ = env.reset(seed=1)
        code = next(iter(seen["book"]))
        order = {"code": code, "side": "buy", "quantity": 2, "type": "market", "product": "delivery"}
        seen, *_ = env.step([order])
        self.assertEqual(seen["own"]["holdings"][code]["quantity"], 2)
        env.close()
        env.close()

    @unittest.skipUnless(spaces.gymnasium, "gymnasium is not installed")
    def test_check_env(self):
        from gymnasium.utils.env_checker import check_env

        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(self.env, skip_render_check=True)


class PettingZooTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.env = KharaParallelEnv(**DAY)
        cls.addClassCleanup(cls.env.close)

    def test_spaces_are_the_same_object_each_time(self):
        for agent in self.env.possible_agents:
            self.assertIs(self.env.observation_space(agent), self.env.observation_space(agent))
            self.assertIs(self.env.action_space(agent), self.env.action_space(agent))

    def test_five_dicts_have_the_agents_that_acted_and_agents_leave_when_done(self):
        for episode in range(2):
            observations, infos = self.env.reset(seed=episode)
            self.assertEqual(self.env.agents, self.env.possible_agents)
            self.assertEqual(set(observations), set(self.env.agents))
            self.assertEqual(set(infos), set(self.env.agents))
            while self.env.agents:
                acting = set(self.env.agents)
                answers = self.env.step({name: self.env.action_space(name).sample() for name in self.env.agents})
                self.assertEqual(len(answers), 5)
                observations, _rewards, terminations, truncations, _infos = answers
                for answer in answers:
                    self.assertIsInstance(answer, dict)
                    self.assertEqual(set(answer), acting)
                for name in acting:
                    self.assertTrue(self.env.observation_space(name).contains(observations[name]))
                    if terminations[name] or truncations[name]:
                        self.assertNotIn(name, self.env.agents)

    def test_reset_takes_options_of_others_and_without_a_seed_begins_another_episode(self):
        self.env.reset(seed=0, options={"options": 1})
        hashes = {self.env.reset()[1]["agent_0"]["hash"] for _ in range(2)}
        self.assertEqual(len(hashes), 2)

    def test_reset_of_a_seed_repeats(self):
        first, _ = self.env.reset(seed=3)
        again, _ = self.env.reset(seed=3)
        self.assertEqual({name: plain(value) for name, value in first.items()}, {n: plain(v) for n, v in again.items()})

    def test_parallel_api_test(self):
        try:
            from pettingzoo.test import parallel_api_test
        except ImportError:
            self.skipTest("pettingzoo is not installed")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            parallel_api_test(self.env, num_cycles=50)


if __name__ == "__main__":
    unittest.main()
