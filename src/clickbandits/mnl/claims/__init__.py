"""The claims of Grant and Leslie (2023), one module a chapter, named like its notebook."""
