"""Turn one built page into a file that stands alone: styles, pictures, data and MathJax inside.

Nothing of the book's navigation is kept. The page opens without a network and can be sent as it
is.
"""

from __future__ import annotations

import base64
import mimetypes
import re
from pathlib import Path

PAGE = """<!DOCTYPE html>
<html lang="en" data-content_root="./" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Report</title>
<script>
if (matchMedia("(prefers-color-scheme: dark)").matches)
  document.documentElement.dataset.theme = "dark";
</script>
{styles}
<style>
body {{ max-width: 62rem; margin: 0 auto; padding: 1rem; }}
.bd-article {{ padding: 0; }}
.headerlink {{ display: none; }}
a.download::before {{ content: none; }}
td:has(code) {{ min-width: 9rem; }}
code, code .pre {{ overflow-wrap: anywhere; white-space: pre-wrap; }}
</style>
{scripts}
</head>
<body>
<main class="bd-article">
{article}
</main>
</body>
</html>
"""

STYLE = re.compile(
    r'<link rel="stylesheet"[^>]*? href="([^"?]+)|<link href="([^"?]+)[^>]*stylesheet'
)
MATHJAX = re.compile(r"<script>window\.MathJax = .*?</script>")
ARTICLE = re.compile(r'<article class="bd-article">(.*)</article>', re.DOTALL)
PICTURE = re.compile(r'(<img [^>]*?src=")(_images/[^"]+)"')
DOWNLOAD = re.compile(r'(<a class="reference download[^>]*?) download="" href="(_downloads/[^"]+)"')
IMPORT = re.compile(r"@import\s*(?:url\()?['\"]?([^'\")\s;]+)['\"]?\)?\s*;")
RESOURCE = re.compile(r"url\((?!['\"]?(?:data:|#))[^)]*\)")


def one_page(path: Path) -> str:
    """The page at `path`, as one file."""
    folder, page = path.parent, path.read_text("utf-8")
    sheets = [folder / (first or second) for first, second in STYLE.findall(page)]
    styles = "\n".join(f"<style>\n{sheet_alone(sheet)}\n</style>" for sheet in sheets)
    mathjax = (folder / "_static" / "mathjax" / "tex-svg-full.js").read_text("utf-8")
    scripts = MATHJAX.search(page).group() + f"\n<script>\n{inside_html(mathjax)}\n</script>"
    article = ARTICLE.search(page).group(1)
    article = PICTURE.sub(lambda m: f'{m[1]}{address(folder / m[2])}"', article)
    article = DOWNLOAD.sub(
        lambda m: f'{m[1]} download="{Path(m[2]).name}" href="{address(folder / m[2])}"', article
    )
    return PAGE.format(styles=styles, scripts=scripts, article=article)


def sheet_alone(sheet: Path) -> str:
    """A style sheet with those it imports, but without icons and their fonts.

    No text needs the icons, and the page must load nothing.
    """
    text = IMPORT.sub(
        lambda m: sheet_alone((sheet.parent / m[1]).resolve()), sheet.read_text("utf-8")
    )
    return RESOURCE.sub('url("data:,")', text).replace("</style", "<\\/style")


def inside_html(script: str) -> str:
    """A script that may stand between tags."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def address(file: Path) -> str:
    """A file as a data address."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"
