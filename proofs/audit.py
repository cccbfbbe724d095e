"""Check the sources of the proofs and the axioms on which they depend.

The sources are compared with a short list of the sentences that these proofs need. All other commands of
Coq, in any version, are refused. `REASONS` gives the reason for words that could do harm.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

# The axioms of Coq's real numbers, as `Print Assumptions` prints them. The statements are part of
# it, because a file of our own could take the name of one in the library.
AXIOMS = {
    "Classical_Prop.classic": "forall P : Prop, P \\/ ~ P",
    "ClassicalDedekindReals.sig_forall_dec": (
        "forall P : nat -> Prop, (forall n : nat, {P n} + {~ P n}) -> "
        "{n : nat | ~ P n} + {forall n : nat, P n}"
    ),
    "ClassicalDedekindReals.sig_not_dec": "forall P : Prop, {~ ~ P} + {~ P}",
    "FunctionalExtensionality.functional_extensionality_dep": (
        "forall (A : Type) (B : A -> Type) (f g : forall x : A, B x), (forall x : A, f x = g x) -> f = g"
    ),
}

REASONS = {
    word: reason
    for reason, words in {
        "assumes without proof": "Axiom Axioms Parameter Parameters Conjecture Conjectures Context"
        " Primitive Admitted Admit admit give_up Abort Declare Class Existing",
        "changes the rules of the kernel or a flag of Coq": "Set Unset Local Global Polymorphic"
        " Monomorphic Cumulative Private Universe Universes Constraint Register bypass_check SProp",
        "leaves a step to a program outside the kernel": "native_compute vm_compute abstract"
        " transparent_abstract",
        "is recursion of a kind in which known bugs of the kernel hide": "fix cofix CoFixpoint"
        " CoInductive Function Defined",
        "reads what is in no file here": "Load Add Remove Cd Drop ML Extraction Extract Separate",
        "hides that a sentence failed, or goes back": "Fail Succeed Time Timeout Redirect Back"
        " BackTo Undo Reset Restart",
        "changes how a statement is read": "Coercion Canonical Instance Arguments Infix Reserved"
        " Delimit Undelimit Bind Implicit Generalizable Number Numeral String Strategy where"
        " Opaque Transparent Typeclasses Include Obligation Scheme Close",
    }.items()
    for word in words.split()
}
SYMBOLS = {
    '"': "these proofs need no strings",
    "#[": "these proofs need no attributes",
    "<:": "a cast leaves a step to a program outside the kernel",
    ":>": "changes how a statement is read",
    "::=": "changes a tactic of another file",
}

NAME = r"[A-Za-z_][\w']*"
LIBRARIES = {  # what a proof may load
    "Coq": "Reals Psatz List Arith Lia Cantor Permutation Sorted FunctionalExtensionality Classical_Prop",
    "Coquelicot": "Coquelicot",
}
PLAIN = re.compile(
    "|".join(
        [
            *(
                rf"From {name} Require Import( ({'|'.join(files.split())}))+"
                for name, files in LIBRARIES.items()
            ),
            rf"Require Import {NAME}( {NAME})*",
            "Import ListNotations",
            "Open Scope R_scope",
            rf"(Section|End) {NAME}",
            r"(Variables?|Hypothes[ie]s) .*",  # in a section; see `_sentences_refused`
            rf"(Definition|Fixpoint|Inductive|Lemma|Theorem|Example|Let|Ltac|Notation) {NAME}\b.*",
            "Proof|Qed",
            r"[^A-Z#@].*",  # a tactic, because no command of Coq begins so
        ]
    ),
    re.S,
)
# The one file that coqchk does not check has these sentences, and no other.
EXACT = [
    "From Coq Require Import Reals",
    "From Interval Require Import Float.Specific_ops Float.Specific_stdz",
    "From Interval Require Export Tactic",
    "Module ExactFloat := SpecificFloat StdZRadix2",
    "Module ExactTactic := IntervalTactic ExactFloat",
    "Export ExactTactic",
]

STATEMENT_HEAD = [
    "From Coq Require Import Reals List Arith",
    "From Coquelicot Require Import Coquelicot",
    "Import ListNotations",
    "Open Scope R_scope",
]
STATEMENT = re.compile(r"(Definition|Fixpoint|Inductive|Section|End|Variables) .*", re.S)
# The names that Statements.v takes from the library, its keywords and its symbols.
LIBRARY = set(
    """Derive_n Finite INR IZR In LimInf_seq O Prop R Rabs Rbar Rbar_le Rbar_mult Rdiv Req_EM_T Rge
    Rgt Rinv Rle Rle_dec Rlt Rlt_dec Rmax Rmin Rminus Rmult Ropp Rplus Rpower S Series bool existsb exp
    ex_derive_n fact false forallb fst is_derive is_lim_seq is_lub is_series list ln map nat nth p_infty
    pred seq snd sqrt true""".split()  # noqa: SIM905
)
CONSTRUCTORS = {"Finite", "O", "S", "false", "p_infty", "true"}
KEYWORDS = set("forall exists fun let in match with end if then else".split())  # noqa: SIM905
TOKEN = re.compile(
    rf"{NAME}(?:\.{NAME})*|\d+(?:\.\d+)?|%(?:nat|bool)\b|:=|=>|<->|->|/\\|\\/|<>|<=\?|=\?|<\?|<=|>="
    r"|&&|\|\||::|[][()<>=+*/^~,:;|-]"
)


def code(source: str) -> str:
    """A file without its comments, which nest; a string in a comment is a string."""
    kept, depth = [], 0
    for part in re.findall(r'\(\*|\*\)|"(?:[^"]|"")*"?|[^(*"]+|.', source, re.S):
        if part == "(*":
            depth += 1
        elif depth and part == "*)":
            depth -= 1
            kept.append(" ")
        elif not depth:
            kept.append(part)
    return "".join(kept)


def sentences(source: str) -> list[str]:
    """The sentences of a file, each on one line of single blanks, without bullets and braces."""
    parts = re.split(r"\.(?=\s|$)", code(source))
    before = re.compile(r"^([-+*{}\s]|(\w+|\[\w+\])\s*:\s*\{)+")
    return [text for part in parts if (text := before.sub("", " ".join(part.split())))]


def stated(source: str) -> list[str]:
    """The names of the propositions that Statements.v defines."""
    return re.findall(r"^Definition ((?:rank1|pbm|mnl)_\w+) : Prop\b", source, re.M)


def _binders(tokens: list[str], start: int, ends: tuple[str, ...]) -> tuple[list[str], int]:
    """The names bound by binders, from a place up to one of the given tokens."""
    names: list[str] = []
    while tokens[start] not in ends:
        if tokens[start] == "(":  # (x y : T)
            depth, at = 0, start
            while True:
                depth += (tokens[at] == "(") - (tokens[at] == ")")
                if depth == 0:
                    break
                at += 1
            group = tokens[start + 1 : at]
            colon = group.index(":") if ":" in group else 0
            if not colon or not all(re.fullmatch(NAME, name) for name in group[:colon]):
                raise ValueError(f"({' '.join(group)}) is not a plain binder")
            names += group[:colon]
            start = at + 1
        elif tokens[start] == ":":  # a type, up to the end
            depth = 0
            while depth or tokens[start] not in ends:
                depth += (tokens[start] == "(") - (tokens[start] == ")")
                start += 1
        elif re.fullmatch(NAME, tokens[start]) and tokens[start] not in KEYWORDS:
            names.append(tokens[start])
            start += 1
        else:
            raise ValueError(f"{tokens[start]} is not a plain binder")
    return names, start


def _bound(tokens: list[str]) -> list[str]:
    """Every name that a sentence of Statements.v binds; other ways to bind are errors."""
    names: list[str] = []
    for at, token in enumerate(tokens):
        if token in ("forall", "exists"):
            names += _binders(tokens, at + 1, (",",))[0]
        elif token == "fun":
            names += _binders(tokens, at + 1, ("=>",))[0]
        elif token == "let" and tokens[at + 1] == "(":
            pair = tokens[at + 1 : tokens.index(":=", at)]
            if len(pair) != 5 or pair[2] != ",":
                raise ValueError(f"let {' '.join(pair)}: not a plain pair")
            names += [pair[1], pair[3]]
        elif token == "let":
            names += _binders(tokens, at + 1, (":=",))[0]
        elif token in ("with", "|") and "=>" in tokens[at:]:  # a pattern of a match
            pattern = tokens[at + 1 : tokens.index("=>", at)]
            if token == "with" and ":=" in pattern:
                raise ValueError("with: a second definition")
            pattern = pattern[pattern.index("|") + 1 :] if "|" in pattern else pattern
            names += [word for word in pattern if re.fullmatch(NAME, word) and word != "_"]
    return [name for name in names if name not in CONSTRUCTORS and name != "_"]


def _meaning_refused(text: str) -> Iterator[str]:
    """Words of Statements.v that could mean something other than they appear to."""
    defined: set[str] = set()
    variables: set[str] = set()
    for sentence in sentences(text)[len(STATEMENT_HEAD) :]:
        sentence = re.sub(r"\{ ?struct \w+ ?\}", "", sentence)
        tokens = TOKEN.findall(sentence)
        if left := TOKEN.sub("", sentence).strip():
            yield f"{left.split()[0]}: no symbol that the statements need"
            continue
        head, name, *rest = tokens
        cases: list[str] = []
        try:
            if head in ("Section", "End"):
                variables = set()
                continue
            if head == "Variables":
                bound = _binders([*tokens, "."], 1, (".",))[0]
            elif ":=" not in rest:
                raise ValueError(f"{name}: no definition")
            elif head == "Inductive":
                bound = _bound(rest)
                cases = [new for old, new in pairwise(rest) if old in ("|", ":=") and new != "|"]
                if rest.count(":=") != 1 or "Prop" not in rest[: rest.index(":=")]:
                    raise ValueError(f"{name}: not a plain predicate")
                for case in cases:  # joined_next m j k : ...
                    names, _ = _binders(rest, rest.index(case), (":",))
                    bound += names[1:]
                if defined.intersection(cases):
                    raise ValueError(f"{name}: a second meaning of a name")
                defined.update(cases)
            else:
                bound = _binders(rest, 0, (":=",))[0] + _bound(rest[rest.index(":=") + 1 :])
        except (ValueError, IndexError) as problem:
            yield f"{problem}: the statements need no such form"
            continue
        if head == "Variables":
            variables.update(bound)
            name = "_"
        for word in sorted({*bound, *cases, name} & LIBRARY):
            yield f"{word}: the statements mean the library's"
        for word in sorted(({*bound} & (defined | {name})) | ({name} & (defined | variables) - {"_"})):
            yield f"{word}: another meaning than its definition's"
        defined.add(name)
        known = LIBRARY | KEYWORDS | defined | variables | {*bound}
        for word in tokens[1:]:
            if re.match("[A-Za-z_]", word) and word not in known | {"_"}:
                yield f"{word}: a word that the statements do not need"


def _recursion_refused(sentence: str) -> Iterator[str]:
    """Recursion that is not on a part of an argument obtained by a match on it.

    The guard of Coq's kernel has known bugs in all versions so far, and coqchk shares them. They
    need recursion through another function, on a computed argument, or without one.
    """
    name = sentence.split()[1]
    tokens = re.findall(rf"{NAME}|:=|=>|::|\S", re.sub(r"\{ ?struct \w+ ?\}", "", sentence))
    if ":=" not in tokens:
        yield f"{name}: recursion without a definition"
        return
    body = tokens[tokens.index(":=") + 1 :]
    arguments = _binders(tokens, 2, (":=",))[0]
    depth, places, parts = 0, [0], set[str]()
    for at, word in enumerate(body):
        if word == "match":
            depth += 1
            matched = [w for w in body[at + 1 : body.index("with", at)] if w != ","]
            if depth == 1 and not set(matched) <= set(arguments):
                yield f"{name}: recursion on what is not an argument"
                return
            places = [arguments.index(w) for w in matched] if depth == 1 else places
        elif word == "end":
            depth -= 1
        new: set[str] = set()
        if word in ("with", "|") and "=>" in body[at:]:
            pattern = body[at + 1 : body.index("=>", at)]
            new = {w for w in pattern if re.fullmatch(NAME, w) and w not in (*CONSTRUCTORS, "_")}
            if depth == 1:  # a name alone is no part
                parts, new = (new if len(pattern) > 1 else set()), set()
        elif word in ("fun", "let", "forall", "exists"):
            end = next(i for i in range(at, len(body)) if body[i] in ("=>", ":=", ","))
            new = set(body[at + 1 : end])
        if new & (parts | {name}):
            yield f"{name}: the function, or a part of its argument, is bound again"
        if word == name:
            called = dict(enumerate(_called(body, at + 1, len(arguments))))
            if depth == 0 or not any(called.get(place) in parts for place in places):
                yield f"{name}: recursion on what is not a part of its argument"


def _called(body: list[str], at: int, most: int) -> list[str]:
    """The arguments that follow a function's name: a name, or what is in brackets."""
    found: list[str] = []
    while at < len(body) and len(found) < most:
        if body[at] == "(":
            depth, start = 0, at
            while True:
                depth += (body[at] == "(") - (body[at] == ")")
                at += 1
                if depth == 0:
                    break
            found.append(" ".join(body[start:at]))
        elif re.fullmatch(NAME, body[at]) and body[at] not in KEYWORDS:
            found.append(body[at])
            at += 1
        else:
            break
    return found


def _sentences_refused(name: str, text: str) -> Iterator[str]:
    """Everything in a file that it must not contain."""
    plain = code(text)
    if not plain.isascii():
        yield f"{re.findall('[^ -~]', plain.replace(chr(10), ' '))[0]}: not a letter of ASCII"
    if left := re.findall(r"[^\s -~]", text.encode("ascii", "ignore").decode()):
        yield f"{left[0]!r}: a control character"
    for word in re.findall(r"<:|:>|::=|#\[|\"|[A-Za-z_]\w*", plain):
        if reason := REASONS.get(word) or SYMBOLS.get(word):
            yield f"{word}: {reason}"
        elif re.search(r"_no_check|^vm_|^native_", word):
            yield f"{word}: leaves a step unchecked"
    found = sentences(text)
    if name == "ExactInterval.v":
        if found != EXACT:
            yield "other sentences than the six that coqchk leaves out"
        return
    if name == "Statements.v":
        if found[: len(STATEMENT_HEAD)] != STATEMENT_HEAD:
            yield "begins with other libraries"
        yield from _meaning_refused(text)
        if stated(plain) != stated(text):
            yield "a statement in a comment"
    sections: list[str] = []
    for number, sentence in enumerate(found):
        first, *rest = sentence.split(maxsplit=2)
        if first == "Section":
            sections.append(rest[0])
        elif first == "End":
            sections = sections[:-1]
        elif first.startswith(("Variable", "Hypothes")) and not sections:
            yield f"{first}: outside a section it is an axiom"
        words = re.findall(NAME, sentence)
        if {"Fixpoint", "Inductive"} & set(words[1:]):
            yield f"{first}: recursion that does not begin with its word"
        if (
            first not in ("Ltac", "Notation")
            and first.istitle()
            and words.count("with") > words.count("match")
        ):
            yield f"{sentence[:40]}: with: a second definition"
        if first == "Fixpoint":
            yield from _recursion_refused(sentence)
        elif first == "Inductive" and (sentence.count(":=") != 1 or "Prop :=" not in sentence):
            yield f"Inductive {rest[0]}: these proofs need predicates only"
        if name == "Statements.v" and number >= len(STATEMENT_HEAD):
            fits = STATEMENT.fullmatch(sentence)
        else:
            fits = PLAIN.fullmatch(sentence)
        if not fits and first not in REASONS:
            yield f"{sentence[:60]}: not a sentence that {name} needs"


@cache
def _refused(name: str, text: str) -> tuple[str, ...]:
    return tuple(_sentences_refused(name, text))


def refused(folder: Path) -> list[str]:
    """Everything that the audit refuses in the sources."""
    files = sorted(folder.glob("*.v"))
    wrong = [
        f"{path.name}: not a plain name"
        for path in files
        if not re.fullmatch(r"[A-Z][A-Za-z0-9]*\.v", path.name) or path.name in ("Audit.v", "Met.v", "Coq.v")
    ]
    for path in files:
        text = path.read_text(encoding="utf-8")
        wrong += [f"{path.name}: {why}" for why in _refused(path.name, text)]
    return wrong


def assumptions(printed: str) -> tuple[set[str], list[str]]:
    """The known axioms in the output of `Print Assumptions`, and everything else in it."""
    head, *lines = re.sub(r"\n\s+", " ", printed.strip()).split("\n")
    lines = [" ".join(line.split()) for line in lines]
    known = {name for name, what in AXIOMS.items() if f"{name} : {what}" in lines}
    wrong = [line for line in lines if line not in {f"{name} : {AXIOMS[name]}" for name in known}]
    return known, wrong if head == "Axioms:" else [head, *wrong]
