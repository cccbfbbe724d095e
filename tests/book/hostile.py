"""A hostile environment, in which a tool must work as it does elsewhere."""

import json


def hostile(folder):
    """Variables and files of a user that would change imports, kernels and pictures."""
    home, kernel = folder / "home", folder / "jupyter" / "kernels" / "python3"
    broken, profile = "raise SystemExit('not the module that was meant')", "ipython/profile_default/startup"
    kernel_of_another = {"argv": [str(folder / "gone" / "python")], "display_name": "", "language": "python"}
    for path, text in {
        home / "matplotlibrc": "lines.linewidth: 9",
        home / ".config" / "matplotlib" / "matplotlibrc": "lines.linewidth: 9",
        home / ".docutils": "[general]\nlanguage_code: nowhere",
        home / f".{profile}" / "hostile.py": "hostile = True",
        folder / profile / "hostile.py": "hostile = True",
        folder / "ipython" / "profile_default" / "ipython_config.py": "get_config().no.such.thing()",
        folder / "jupyter" / "jupyter_config.py": broken,
        kernel / "kernel.json": json.dumps(kernel_of_another),
        folder / "modules" / "numpy.py": broken,
        folder / "modules" / "yaml.py": broken,
        folder / "modules" / "ipykernel_launcher.py": broken,
    }.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return {
        "DOCUTILSCONFIG": str(home / ".docutils"),
        "HOME": str(home),
        "IPYTHONDIR": str(folder / "ipython"),
        "JUPYTER_CONFIG_DIR": str(folder / "jupyter"),
        "JUPYTER_PATH": str(folder / "jupyter"),
        "LC_ALL": "C",
        "LC_NUMERIC": "nowhere",
        "MATPLOTLIBRC": str(home / "matplotlibrc"),
        "MPLBACKEND": "agg",
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONPATH": str(folder / "modules"),
        "PYTHONSTARTUP": str(folder / "modules" / "numpy.py"),
        "PYTHONUTF8": "0",
        "PYTHONWARNINGS": "error",
        "TZ": "Pacific/Kiritimati",
        "XDG_CONFIG_HOME": str(home / ".config"),
    }
