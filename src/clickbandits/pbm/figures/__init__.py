"""The figures on Lagrée, Vernade and Cappé (2016), a module a chapter."""
