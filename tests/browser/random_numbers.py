"""The random numbers of the explorers, in Python."""

import math

import numpy as np

WORD = 0xFFFFFFFF


def mixed(word):
    """A word of 32 well-mixed bits."""
    z = word & WORD
    z = (z ^ z >> 16) * 0x85EBCA6B & WORD
    z = (z ^ z >> 13) * 0xC2B2AE35 & WORD
    return z ^ z >> 16


class Generator:
    """xoshiro128++, and the distributions that the policies draw from, as in explorer_games.js."""

    def __init__(self, seed, game):
        begin = mixed(seed + 1) + game
        self.words = [mixed(begin + i * 0x9E3779B9) for i in range(1, 5)]

    def word(self):
        def turned(x, by):
            return (x << by | x >> 32 - by) & WORD

        a, b, c, d = self.words
        out = turned(a + d & WORD, 7) + a & WORD
        shifted = b << 9 & WORD
        c ^= a
        d ^= b
        self.words = [a ^ d, b ^ c, c ^ shifted, turned(d, 11)]
        return out

    def random(self):
        return ((self.word() >> 5) * 2**26 + (self.word() >> 6)) / 2**53

    def standard_exponential(self):
        return -math.log(1 - self.random())

    def standard_normal(self):
        return math.sqrt(2 * self.standard_exponential()) * math.cos(2 * math.pi * self.random())

    def binomial(self, n, p):
        return sum(self.random() < p for _ in range(n))

    def permutation(self, size):
        order = np.arange(size)
        for i in range(size - 1, 0, -1):
            j = int((i + 1) * self.random())
            order[[i, j]] = order[[j, i]]
        return order
