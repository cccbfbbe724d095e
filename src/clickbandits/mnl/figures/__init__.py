"""The figures on Grant and Leslie (2023), one module a chapter, named like its notebook."""
