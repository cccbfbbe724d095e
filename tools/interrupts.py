"""From the import of this module on, Ctrl-C ends a tool with a line and not with a traceback.

A long tool imports it before what takes time to import.
"""

import sys


def _say(kind, value, trace):
    if issubclass(kind, KeyboardInterrupt):
        print("stopped; what was finished is kept", flush=True)
        sys.exit(130)
    sys.__excepthook__(kind, value, trace)


sys.excepthook = _say
