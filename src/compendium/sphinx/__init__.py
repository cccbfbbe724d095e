"""What Sphinx loads to make pages of claims, findings and notebooks."""
