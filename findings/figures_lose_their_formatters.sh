#!/bin/sh
# What a kernel shows of a matplotlib figure after somebody has registered a formatter for figures.
#
# One would guess that a function registered with IPython's `for_type(Figure, ...)` stays, at least for image/webp,
# which matplotlib does not write. It does not. `%matplotlib inline`, `set_matplotlib_formats`,
# and in a kernel the first figure of a session, remove the functions for figures of all formatters, and then
# register their own. A function registered for a class above Figure, and a method of the figure, stay.
set -eu
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
python3 -m venv "$room/env"
"$room/env/bin/pip" install -q --disable-pip-version-check ipython==9.18.1 matplotlib==3.11.2 matplotlib-inline==0.2.2
cat >"$room/try.py" <<'EOF'
from IPython.core.formatters import BaseFormatter
from IPython.terminal.interactiveshell import TerminalInteractiveShell
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib_inline.backend_inline import set_matplotlib_formats
from traitlets import ObjectName, Unicode


class WebP(BaseFormatter):
    format_type = Unicode("image/webp")
    print_method = ObjectName("_repr_webp_")
    _return_type = str


shell = TerminalInteractiveShell.instance()
formatters = shell.display_formatter.formatters
formatters["image/webp"] = WebP(parent=shell.display_formatter)


def register(kind):
    formatters["image/webp"].for_type(kind, lambda figure: "ours")


def shown(when):
    print(f"{when}:", sorted(shell.display_formatter.format(Figure())[0]))


shown("at first")
register(Figure)
shown("registered for Figure")
shell.run_line_magic("matplotlib", "inline")
shown("after %matplotlib inline")
register(Figure)
shown("registered again")
set_matplotlib_formats("png")
shown("after set_matplotlib_formats")
register(Artist)
set_matplotlib_formats("png")
shown("registered for Artist, after set_matplotlib_formats")
EOF
"$room/env/bin/python" "$room/try.py" >"$room/seen"
cat >"$room/expected" <<'EOF'
at first: ['text/plain']
registered for Figure: ['image/webp', 'text/plain']
No event loop hook running.
after %matplotlib inline: ['text/plain']
registered again: ['image/webp', 'text/plain']
after set_matplotlib_formats: ['text/plain']
registered for Artist, after set_matplotlib_formats: ['image/webp', 'text/plain']
EOF
diff "$room/expected" "$room/seen" && echo "as stated"
