"""Readable numbers, names and formulas of checks, in Markdown with a little HTML."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import numpy as np

from clickbandits.policies import POLICIES

from .estimates import Estimate, Share, Span

GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "eta": "η",
    "theta": "θ",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "rho": "ρ",
    "sigma": "σ",
    "Lambda": "Λ",
}
SYMBOLS = re.compile(rf"\b({'|'.join(GREEK)})(?=\d*\b|_)")
POWER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?\d+)\b")
EXPRESSION = re.compile(  # no "*-", which programs do not print: "Epoch-UCB*-UPB" is a name
    r"[-+*/() \w.]*(\*(?!-)|\bsqrt\b)[-+*/() \w.]*"
)
POLICY = re.compile(r"([A-Z][\w*-]{3,})\((.+)\)")
IDS = "|".join(sorted((re.escape(row[1]) for row in POLICIES.values()), key=len, reverse=True))
SETTINGS = re.compile(rf"\b({IDS}) ?\((\w[\w ]*=[^()]*)\)")
INDEX = re.compile(  # after one letter, as in "p_max", but not in a name such as "theorem_6"
    r"(?<=[^\W\d_])(?<![^\W\d_]{2})_(?:\{([^}]*)\}|([A-Za-zα-ωΑ-Ω0-9ℓ]+))"
)
WORDS = {
    "budget=log": "δ = log n",
    "delta=1e-08": "δ = 10⁻⁸",
    "log_of=t": "log t",
    "log of Jl²/2": "log(Jl²/2)",
    "maximiser of (50)": "maximum likelihood",
}
"""The readable forms of settings in a policy's id."""
APART = re.compile(r"(\$[^$]*\$|`[^`]*`)")  # formulas and code, which stay as they are
QUICK = re.compile(r" \(quick: [^()]*\)")
LONG = re.compile(r"(?<![\w.,])\d+\.\d{5,}(?![\d·.e])")
EXACT = 10**4  # the largest denominator of a fraction that is written out


def readable(text: str) -> str:
    """A text with Greek letters, indices and powers of ten instead of code."""
    parts = APART.split(text)
    return "".join(part if n % 2 else _readable(part) for n, part in enumerate(parts))


def named(text: str) -> str:
    """A policy's id with readable settings, such as "TopRank (δ = 0.05)".

    The result has only plain characters because figures show it, too.
    """
    if id := POLICY.fullmatch(text):
        return f"{id[1]} ({_settings(id[2])})"
    return SETTINGS.sub(lambda match: f"{match[1]} ({_settings(match[2])})", text)


def number(value: object) -> str:
    """A rounded number with powers of ten, or a short fraction in full."""
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, Estimate):
        return _estimate(value)
    if isinstance(value, Span):
        return " to ".join(dict.fromkeys(map(number, value)))
    if isinstance(value, Share):
        return f"{number(value.part)} of {number(value.whole)}"
    if isinstance(value, list | tuple | np.ndarray):
        return "(" + ", ".join(number(item) for item in value) + ")"
    if isinstance(value, int | np.integer):
        return _whole(int(value))
    if isinstance(value, Fraction):
        return str(value) if value.denominator < EXACT else number(float(value))
    if isinstance(value, float | np.floating):
        if not math.isfinite(value):
            return "not defined" if math.isnan(value) else "∞" if value > 0 else "−∞"
        return _rounded(float(value))
    return _value(str(value))


def _rounded(value: float) -> str:
    """Four significant digits, or six if four would make a fraction whole; thousands are whole."""
    if 1000 <= abs(value) < 1e7:
        return f"{value:,.0f}" if abs(value) >= 1e4 else f"{value:.0f}"
    text = f"{value:.4g}"
    if value != round(value) and float(text) == round(value):
        text = f"{value:.6g}"
    return POWER.sub(_power, text)


def played(text: str, profile: str) -> str:
    """A text without its remarks on the quick profile, unless this is the profile."""
    return text if profile == "quick" else QUICK.sub("", text)


def _readable(text: str) -> str:
    if EXPRESSION.fullmatch(text):
        text = _formula(text)
    text = POWER.sub(_power, _greek(named(text)))
    text = INDEX.sub(_index, text)
    text = re.sub(r"\^(-?\d+)", r"<sup>\1</sup>", text)
    return re.sub(r"(?<![\d.,])\d{5,}(?![\d.,])", lambda digits: _whole(int(digits[0])), text)


def _value(text: str) -> str:
    """A readable value, such as a formula, without the brackets of lists."""
    text = LONG.sub(lambda match: _rounded(float(match[0])), text)
    if listed := re.fullmatch(r"\[([^][]*)\]", text):
        text = listed[1]
    if re.fullmatch(r"[a-z]\d", text):
        return f"{text[0]}<sub>{text[1]}</sub>"
    return readable(text)


def _estimate(value: Estimate) -> str:
    """A mean and its standard error, which has two significant digits."""
    if not 0 < value.error < math.inf:
        return number(value.value)
    digits = max(1 - math.floor(math.log10(value.error)), 0)
    return f"{value.value:,.{digits}f} ± {value.error:,.{digits}f}"


def _whole(value: int) -> str:
    """A count with commas from 10,000 on and powers of ten from 10 million on."""
    digits = str(abs(value))
    if len(digits) > 7 and set(digits[1:]) == {"0"}:
        return ("−" if value < 0 else "") + _power((digits, digits[0], str(len(digits) - 1)))
    return f"{value:,}" if len(digits) > 4 else str(value)


def _power(match: re.Match | tuple[str, str, str]) -> str:
    factor = "" if match[1] == "1" else f"{match[1]}·"
    return f"{factor}10<sup>{int(match[2])}</sup>"


def _index(match: re.Match) -> str:
    return f"<sub>{match[1] or match[2]}</sub>"


def _settings(text: str) -> str:
    """The unusual settings of a policy, in words."""
    return ", ".join(WORDS.get(setting) or _setting(setting) for setting in text.split(", "))


def _setting(text: str) -> str:
    name, equals, value = text.partition("=")
    if not equals:
        return text
    return f"{_greek(name.strip())} = {value.strip().removesuffix('.0')}"


def _greek(text: str) -> str:
    return SYMBOLS.sub(lambda name: GREEK[name[1]], text)


def _formula(text: str) -> str:
    """A formula of sympy as inline text."""
    text = re.sub(r"sqrt\((\w+)\)", r"√\1", text).replace("sqrt(", "√(")
    text = re.sub(r"\*\*(\d+)", r"<sup>\1</sup>", text)
    text = re.sub(r"\b([a-z])(\d)\b", r"\1<sub>\2</sub>", text)
    return re.sub(r"\s*\*\s*", "·", text).replace("-", "−")
