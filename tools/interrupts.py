"""After the import of this module, Ctrl-C ends a tool with one line instead of a traceback.

A long-running tool imports it before modules whose import takes time.
"""

import sys


def _say(kind, value, trace):
    if issubclass(kind, KeyboardInterrupt):
        print("stopped; finished work is kept", flush=True)
        sys.exit(130)
    sys.__excepthook__(kind, value, trace)


sys.excepthook = _say
