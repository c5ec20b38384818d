"""Khara's market for programs in Python: docs/bench.md says what it can tell, and what it cannot."""

from .env import KharaEnv
from .market import BenchError, Market
from .parallel import KharaParallelEnv

__all__ = ["BenchError", "KharaEnv", "KharaParallelEnv", "Market"]
