"""A report on anyone's click log: what it says of the model, and what learning would cost.

`study.study` reads a log, chooses a query and fits; `text` and `figures` show what was found.
The names of queries and items come from the log and are shown as text, whatever they hold
(`labels`).
"""
