"""Sphinx extensions that turn claims, findings and notebooks into pages."""
