"""The claims of Katariya et al. (2017), one module a chapter, named like its notebook."""
