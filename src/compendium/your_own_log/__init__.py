"""The chapter on your own log: the library's report on an example whose truth is known."""
