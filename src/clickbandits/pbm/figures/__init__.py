"""The figures on Lagrée, Vernade and Cappé (2016), one module a chapter, named like its notebook."""
