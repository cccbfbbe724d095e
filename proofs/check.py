"""Check every proof from nothing, and write CHECKED; `full` also checks Coq's own library.

The sources are read by `audit.py` and compiled in a folder of their own, together with a generated file.
This file proves every proposition of `claims.toml`, checks that every example of `Instances.v` has the
type that its proposition prescribes, and prints all axioms. Then `coqchk` checks the result.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import audit

HERE = Path(__file__).parent
UNCHECKED = "ExactInterval"  # coqchk would repeat the construction of Interval for many minutes
# The sizes at which an example has to apply a proposition; _ leaves the value to the example.
SIZES = {
    "pbm_theorem_6_program": "_ _ 2 4",
    "pbm_corollary_5": "_ _ 2 4",
    "pbm_crude_bounds": "_ _ 2 4",
    "pbm_efficient_policy": "_ 2 4",
    "pbm_em_ascent": "3 2",
    "pbm_em_monotone": "3 2",
    "pbm_em_converges_inside": "3 2",
    "pbm_lemma_12": "_ _ _ 2 4",
    "pbm_lemma_13": "_ _ _ 2 4",
    "pbm_lemma_16": "_ _ 3 5",
    "pbm_proposition_3": "_ _ _ 2 4",
    "pbm_theorem_4": "_ _ 2 4",
    "pbm_theorem_6": "_ _ 2 4",
    "pbm_theorem_6_distinct": "_ _ 2 4",
    "pbm_attained": "_ 2 4",
    "pbm_ts_likelihood_ratio": "_ _ 2 4",
    "pbm_ts_counting": "_ _ 2 4",
    "pbm_last_position_price": "_ _ 3 5",
    "mnl_algorithm_1_descends": "3 2",
    "mnl_lemma_2_converges": "3 2",
    "mnl_em_ascends": "3 2",
}
# The first version without a known bug of the kernel by which a proof could be false, the numbers of
# the bugs among the issues of Coq (now Rocq), and the reason why they do not affect these proofs.
BUGS = [
    ((8, 17), "#16957", "coqchk, and no sentence that leaves a step unchecked"),
    ((9, 3), "#20413, #20455, #20555, #21682, #21701, #21839", "recursion in one plain form only"),
    ((9, 3), "#22378, #22389", "no inductive types but predicates, no recursion without end"),
]
MET = """(* What an example of a proposition has to say: there are such values, with which the hypotheses
   hold, and the conclusion. Some of the values are prescribed. *)
Ltac met T w :=
  let T := eval cbv beta zeta in T in
  lazymatch T with
  | ?A <-> ?B => T
  | ?A /\\ ?B => let a := met A w in let b := met B w in constr:(a /\\ b)
  | ex ?P => let P := eval cbv beta in P in
      lazymatch P with fun x : ?X => @?Q x =>
        constr:(ex (fun x : X => ltac:(let r := met (Q x) tt in exact r))) end
  | forall x : ?A, @?B x =>
      lazymatch type of A with
      | Prop => lazymatch T with ?P -> ?Q => let q := met Q w in constr:(P /\\ q) end
      | _ => lazymatch w with
          | (tt, ?v) => constr:(ex (fun x : A => ltac:(let r := met (B x) v in exact r)))
          | (?n, ?v) => met (B n) v
          | tt => constr:(ex (fun x : A => ltac:(let r := met (B x) tt in exact r)))
          end
      end
  | _ => T
  end.
Ltac example T w := let T := eval hnf in T in let r := met T w in exact r.
"""


def claims(folder: Path) -> list[dict[str, str]]:
    """The propositions, each with its proof."""
    return tomllib.loads((folder / "claims.toml").read_text(encoding="utf-8"))["proved"]


def audited(folder: Path) -> str:
    """The file that proves every proposition, and applies it."""
    entries = claims(folder)
    props = [entry["prop"] for entry in entries]
    stated = audit.stated(audit.code((folder / "Statements.v").read_text(encoding="utf-8")))
    if sorted(props) != sorted(stated):
        raise SystemExit(f"claims.toml and Statements.v differ: {sorted({*props} ^ {*stated})}")
    files = sorted({entry["proof"].split(".")[0] for entry in entries})
    lines = [f"Require Statements {' '.join(files)} Instances.", MET]  # its own copy of the tactic
    for entry in entries:
        prop = entry["prop"]
        sizes = "tt"
        for size in reversed(SIZES.get(prop, "").split()):
            sizes = f"({'tt' if size == '_' else size}, {sizes})"
        lines += [
            f"Theorem {prop} : Statements.{prop}. Proof. exact {entry['proof']}. Qed.",
            f"Definition {prop}_met : ltac:(example Statements.{prop} {sizes}) :=",
            f"  Instances.{prop}_met {prop}.",
        ]
    shown = audit.code((folder / "Instances.v").read_text(encoding="utf-8"))
    names = [f"Instances.{name}" for name in re.findall(r"^Theorem (\w+)", shown, re.M)]
    names += [*props, *(f"{prop}_met" for prop in props)]
    lines += [f"Definition everything := ({', '.join(names)}).", "Print Assumptions everything."]
    return "\n".join(lines) + "\n"


def run(command: list[str], folder: Path) -> str:
    """The output of a command; the check ends if it fails."""
    # Coq also reads libraries and options from these.
    hidden = {"COQPATH", "COQLIB", "COQCORELIB", "COQEXTRAFLAGS", "XDG_DATA_HOME", "XDG_DATA_DIRS"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    environment |= {"XDG_DATA_HOME": str(folder), "XDG_DATA_DIRS": str(folder)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    warned = re.findall(r"^\[([a-z0-9.,-]+)\]$", done.stderr, re.M)
    warned = [names for names in warned if not names.startswith("ambiguous-paths")]  # Coquelicot's
    if done.returncode or warned:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


def compiled(folder: Path, jobs: int = 2) -> dict[str, str]:
    """Compile all files of a folder, and return the output of each."""
    needs: dict[str, set[str]] = {}
    for line in run(["coqdep", "-Q", ".", "", *sorted(p.name for p in folder.glob("*.v"))], folder).split(
        "\n"
    ):
        if match := re.match(r"(\w+)\.vo .*?: \S+\.v(.*)", line):
            needs[match[1]] = set(re.findall(r"(?<![\w/])(\w+)\.vo\b", match[2]))
    printed: dict[str, str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        running = {}
        while len(printed) < len(needs):
            for name in needs.keys() - running.keys():
                if needs[name] <= printed.keys():
                    running[name] = pool.submit(run, ["coqc", "-q", f"{name}.v"], folder)
            todo = [name for name in running if name not in printed]
            if not todo:
                raise SystemExit(f"files that need each other: {sorted(needs.keys() - printed.keys())}")
            done = next((name for name in todo if running[name].done()), todo[0])
            printed[done] = running[done].result()
    return printed


def checked_again(folder: Path, full: bool) -> None:
    """Check the compiled files by coqchk, and that none of them has an axiom or a flag."""
    names = sorted(path.stem for path in folder.glob("*.v"))
    each = [word for name in names if name != UNCHECKED for word in ("-norec", name)]
    printed = run(["sh", "-c", 'coqchk -o "$@" 2>&1', "coqchk", *(names if full else each)], folder)
    summary = printed.partition("CONTEXT SUMMARY")[2]  # the axioms of the libraries are also in it
    ours = [name for name in names if re.search(rf"(?<![\w.]){name}\.\w", summary)]
    if not summary or ours:
        raise SystemExit(f"coqchk names assumptions of {ours}\n{summary}")


def version() -> str:
    """Coq's version."""
    printed = subprocess.check_output(["coqc", "--version"], text=True)
    match = re.search(r"version (\d+\.\d+(?:\.\d+)?)", printed)
    return match[1] if match else "unknown"


def versions() -> str:
    """The versions of Coq, Coquelicot and Interval, in one line."""
    found = [f"coq {version()}"]
    for name in ("coquelicot", "interval"):
        commands = [
            ["dpkg-query", "-W", "-f", "${Version}", f"libcoq-{name}"],
            ["opam", "show", "-f", "installed-version", f"coq-{name}"],
        ]
        for command in commands:
            if shutil.which(command[0]):
                done = subprocess.run(command, capture_output=True, text=True)
                if match := done.returncode == 0 and re.match(r"\d[\d.]*", done.stdout.strip()):
                    found.append(f"{name} {match[0].rstrip('.')}")
                    break
        else:
            found.append(f"{name} unknown")
    return " ".join(found)


def sums(folder: Path) -> list[str]:
    """The check sums of all files that Coq reads."""
    names = sorted(path.name for path in folder.glob("*.v"))
    return [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()} {name}" for name in names]


def record(before: str, versions: str, axioms: set[str], sums: list[str]) -> str:
    """The new content of CHECKED, which keeps other versions that checked the same files."""
    known = [f"axiom {axiom}" for axiom in sorted(axioms)]
    lines = before.splitlines()
    same = [line for line in lines if not line.startswith(("coq ", "#"))] == known + sums
    runs = {line for line in lines if same and line.startswith("coq ")} | {versions}
    return "\n".join(["# Written by make proofs.", *sorted(runs), *known, *sums, ""])


def bugs(version: str) -> list[str]:
    """The known bugs of a version's kernel, and the reasons why they do not affect these proofs."""
    number = tuple(map(int, re.findall(r"\d+", version)))
    return [
        f"Coq {version} has known bugs of the kernel ({names}); the check relies on this instead: {kept}"
        for fixed, names, kept in BUGS
        if number < fixed
    ]


def check(folder: Path, full: bool = False) -> str:
    """Check the proofs of a folder, and return the new content of CHECKED."""
    with tempfile.TemporaryDirectory() as name:
        build = Path(name)
        for path in [*folder.glob("*.v"), folder / "claims.toml"]:
            shutil.copyfile(path, build / path.name)
        if wrong := audit.refused(build):
            raise SystemExit("\n".join(f"refused: {what}" for what in wrong))
        (build / "Met.v").write_text(MET, encoding="utf-8")
        (build / "Audit.v").write_text(audited(build), encoding="utf-8")
        read = sums(build)
        printed = compiled(build)
        axioms, wrong = audit.assumptions(printed["Audit"])
        if wrong:
            raise SystemExit("\n".join(f"refused: {what}" for what in wrong))
        checked_again(build, full)
        for path in build.glob("*.vo"):  # for an editor that steps through a file
            shutil.copyfile(path, folder / path.name)
    before = folder / "CHECKED"
    return record(before.read_text(encoding="utf-8") if before.exists() else "", versions(), axioms, read)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("full", nargs="?", choices=["full"], help="check Coq's library, too (long)")
    if not shutil.which("coqc"):
        sys.exit(
            "make proofs needs Coq with Coquelicot and Interval; on Debian or Ubuntu:"
            " apt-get install coq libcoq-coquelicot libcoq-interval"
        )
    content = check(HERE, parser.parse_args().full == "full")
    (HERE / "CHECKED").write_text(content, encoding="utf-8")
    print("\n".join(bugs(version())))
    print(f"All {len(claims(HERE))} propositions hold in Coq {version()}; see proofs/CHECKED.")
