"""Spaces: those of Gymnasium with its arrays, or where it is not installed plain ones with lists."""

import operator
import random

try:
    import gymnasium
    import numpy
    from gymnasium import spaces as _spaces
except ImportError:
    gymnasium = numpy = _spaces = None


#: No number of an observation is larger, rupees or shares, nor smaller with a minus.
LIMIT = 1e12


def whole_numbers(value, limits):
    """A choice, in a list or an array, as ints that are each from 0 to below its limit; None where it is none."""
    try:
        numbers = [operator.index(one) for one in value]
    except TypeError:
        return None
    is_within = len(numbers) == len(limits) and all(0 <= one < most for one, most in zip(numbers, limits))
    return numbers if is_within else None


class _Box:
    """Lists of `size` numbers within LIMIT."""

    def __init__(self, size):
        self.shape = (size,)

    def contains(self, value):
        return (
            isinstance(value, list)
            and len(value) == self.shape[0]
            and all(isinstance(one, float) and abs(one) <= LIMIT for one in value)
        )


class _MultiDiscrete:
    """Lists of whole numbers, each from 0 to below its own limit."""

    def __init__(self, limits):
        self.nvec = list(limits)
        self.shape = (len(self.nvec),)
        self._random = random.Random()

    def seed(self, seed=None):
        self._random.seed(seed)
        return seed

    def sample(self):
        return [self._random.randrange(limit) for limit in self.nvec]

    def contains(self, value):
        return whole_numbers(value, self.nvec) is not None


def box(size):
    """Of observations: `size` numbers."""
    return _spaces.Box(-LIMIT, LIMIT, (size,), numpy.float64) if _spaces else _Box(size)


def choices(limits):
    """Of actions: a choice of each of these numbers."""
    return _spaces.MultiDiscrete(list(limits)) if _spaces else _MultiDiscrete(limits)


def vector(values):
    """An observation in the form of its space."""
    return numpy.array(values, dtype=numpy.float64) if _spaces else [float(value) for value in values]
