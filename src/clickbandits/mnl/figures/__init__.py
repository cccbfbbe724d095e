"""The figures on Grant and Leslie (2023), a module a chapter."""
