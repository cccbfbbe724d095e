"""The colours of figures on a white page and in the dark.

A figure is drawn twice by the same commands. The second time every colour is exchanged on its way to the
canvas, and the ground is transparent. The colours of the library have fixed counterparts on both grounds;
all others, such as greys and colour maps, keep their hue in the dark and turn from light to dark. Words on
a map of colours are black or white, whichever has the higher contrast with the colour below them.
"""

from __future__ import annotations

import base64
import io
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import PIL.Image
from IPython.core.formatters import BaseFormatter
from IPython.core.getipython import get_ipython
from matplotlib import rcParamsDefault
from matplotlib.backend_bases import GraphicsContextBase
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from traitlets import Unicode

from clickbandits.drawing import BLACK, BLUE, GREEN, GREY, ORANGE, PURPLE, SKY, VERMILION, YELLOW

INKS = {
    BLACK: ("#000000", "#f2f2f2"),
    BLUE: ("#0072b2", "#5b9dff"),
    VERMILION: ("#d55e00", "#ff7f45"),
    GREEN: ("#009e73", "#1fc795"),
    PURPLE: ("#ca749f", "#e29ac5"),
    ORANGE: ("#c58600", "#eda51f"),
    SKY: ("#379cd8", "#8fd4ff"),
    YELLOW: ("#a09400", "#f0e442"),
    GREY: ("#767676", "#a3a3a3"),
}
"""The colour in which each of the library's is drawn on white and in the dark.

Every one has a contrast of at least 3 with its ground, which some colours of the library lack on white.
"""
PLAIN = frozenset(to_hex(line["color"]).upper() for line in rcParamsDefault["axes.prop_cycle"])
"""The colours of matplotlib's own cycle, which figures of a cell's own code have. They stay in the dark."""
DARK_GROUND = "#121212"
"""The ground of a page in the dark."""
_LIGHTEST, _DARKEST = 0.95, 0.18  # lightness in Oklab of black and of white in the dark
_TO_CONES = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
_TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)


def linear(rgb: np.ndarray) -> np.ndarray:
    """The amounts of light of colours in sRGB."""
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def luminance(rgb: np.ndarray) -> float:
    """The relative luminance of a colour by WCAG 2.2; black and white have equal contrasts with 0.179."""
    return float(linear(rgb) @ (0.2126, 0.7152, 0.0722))


def turned(rgb: np.ndarray) -> np.ndarray:
    """Colours (..., 3) with their hues in Oklab and the opposite lightness."""
    lab = np.cbrt(linear(rgb) @ _TO_CONES.T) @ _TO_LAB.T
    lab[..., 0] = _LIGHTEST + (_DARKEST - _LIGHTEST) * lab[..., 0]
    light = np.clip((lab @ np.linalg.inv(_TO_LAB).T) ** 3 @ np.linalg.inv(_TO_CONES).T, 0, 1)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


@lru_cache
def ink(colour: tuple[float, ...], dark: bool) -> tuple[float, ...]:
    """The colour in which a colour (red, green, blue, perhaps alpha) is drawn."""
    (red, green, blue), alpha = colour[:3], colour[3:]
    name = to_hex((red, green, blue)).upper()
    if name in INKS:
        return *to_rgb(INKS[name][dark]), *alpha
    if not dark or name in PLAIN:
        return colour
    return (*map(float, turned(np.array(colour[:3]))), *alpha)


class _Renderer(RendererAgg):
    """A renderer that draws in the inks of a ground."""

    def __init__(self, width: float, height: float, dpi: float, dark: bool) -> None:
        super().__init__(width, height, dpi)
        self.dark = dark
        self.maps: list[tuple[range, range]] = []  # the rows and columns of pixels of images

    def _update_methods(self) -> None:
        """Keep the methods below, in whose place the parent would put compiled ones."""

    def _ink(self, colour: Any) -> Any:
        return None if colour is None else ink(tuple(colour), self.dark)

    def _inks(self, colours: Any) -> Any:
        return np.array([ink(tuple(colour), self.dark) for colour in colours]).reshape(-1, 4)

    def _pen(self, gc: GraphicsContextBase) -> GraphicsContextBase:
        pen = self.new_gc()
        pen.copy_properties(gc)
        pen.set_foreground(self._ink(gc.get_rgb()), isRGBA=True)
        if gc.get_hatch():
            pen.set_hatch_color(self._ink(gc.get_hatch_color()))
        return pen

    def draw_path(self, gc, path, transform, rgbFace=None):
        super().draw_path(self._pen(gc), path, transform, self._ink(rgbFace))

    def draw_text(self, gc, x, y, *text, **options):
        pen, (row, column) = self._pen(gc), (int(y), int(x))
        if any(row in rows and column in columns for rows, columns in self.maps):
            *under, alpha = np.asarray(self.buffer_rgba())[row, column] / 255
            if alpha:
                pen.set_foreground("black" if luminance(np.array(under)) > 0.179 else "white")
        super().draw_text(pen, x, y, *text, **options)

    def draw_markers(self, gc, marker, at, path, transform, rgbFace=None):
        self._renderer.draw_markers(self._pen(gc), marker, at, path, transform, self._ink(rgbFace))

    def draw_path_collection(self, gc, *shape, **options):
        *paths, faces, edges = shape[:7]
        inks = self._inks(faces), self._inks(edges)
        self._renderer.draw_path_collection(self._pen(gc), *paths, *inks, *shape[7:], **options)

    def draw_quad_mesh(self, gc, *shape):
        *mesh, faces, smooth, edges = shape
        own = all(to_hex(colour).upper() in INKS for colour in np.unique(faces, axis=0))
        faces = self._inks(faces) if own else self._map(faces)
        self._renderer.draw_quad_mesh(self._pen(gc), *mesh, faces, smooth, self._inks(edges))

    def draw_image(self, gc, x, y, im, transform=None):
        bottom = int(self.height - y)
        self.maps.append((range(bottom - im.shape[0], bottom), range(int(x), int(x) + im.shape[1])))
        self._renderer.draw_image(gc, x, y, np.uint8(np.round(255 * self._map(im / 255))))

    def _map(self, colours: np.ndarray) -> np.ndarray:
        """The colours of a colour map, which the fixed inks would tear apart."""
        hues, alphas = colours[..., :3], colours[..., 3:]
        return np.concatenate([turned(hues), alphas], axis=-1) if self.dark else colours


class _Canvas(FigureCanvasAgg):
    """A canvas for one ground."""

    def __init__(self, figure: Figure, dark: bool) -> None:
        super().__init__(figure)
        self.dark = dark
        self._size: tuple[float, ...] = ()

    def get_renderer(self) -> RendererAgg:
        width, height = self.get_width_height(physical=True)
        if self._size != (width, height, self.figure.dpi):
            self._size = width, height, self.figure.dpi
            self.renderer = _Renderer(*self._size, self.dark)
        return self.renderer


def drawn(figure: Figure, dark: bool, **options: Any) -> PIL.Image.Image:
    """The picture of a figure on white, or in the dark with a transparent ground."""
    usual, buffer = figure.canvas, io.BytesIO()
    _Canvas(figure, dark)
    figure.savefig(buffer, format="png", transparent=dark, **options)
    figure.set_canvas(usual)
    picture = PIL.Image.open(buffer)
    return picture if dark else picture.convert("RGB")


def saved(picture: PIL.Image.Image) -> bytes:
    """The bytes of a picture on white as PNG with 256 colours, and of one for the dark as WebP.

    The PNG takes a third of the room of one with all colours, which a notebook with its pictures needs as
    well. A palette has too few colours for transparent edges.
    """
    buffer = io.BytesIO()
    if picture.mode == "RGB":
        picture.quantize(256).save(buffer, "png", optimize=True)
    else:
        picture.save(buffer, "webp", lossless=True)
    return buffer.getvalue()


class Picture(NamedTuple):
    """What a cell shows on white, as PNG, and in the dark, as WebP."""

    light: bytes
    dark: bytes

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"image/png": _text(self.light), "image/webp": _text(self.dark)}


class _InTheDark(BaseFormatter):
    """The picture for the dark of a figure that a cell shows.

    It is no function registered for figures, since matplotlib removes these when it sets up a kernel.
    """

    format_type = Unicode("image/webp")

    def __call__(self, shown: object) -> str | None:
        if not isinstance(shown, Figure):
            return None
        return _text(saved(drawn(shown, True, dpi="figure", bbox_inches="tight")))


def show_in_the_dark() -> None:
    """Have the running kernel send, with each figure that a cell shows, its picture for the dark."""
    shell: Any = get_ipython()
    shell.display_formatter.formatters["image/webp"] = _InTheDark(parent=shell.display_formatter)


def _text(picture: bytes) -> str:
    return base64.b64encode(picture).decode()
