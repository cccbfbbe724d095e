"""A figure is a link to its picture."""

from figure_links import FIGURE


def test_a_figure_leads_to_its_picture_and_other_images_do_not():
    image = '<img alt="Two curves." src="../_images/a.png" />'
    text = f'<figure class="x">\n{image}\n<figcaption>A</figcaption></figure>{image}'
    linked = FIGURE.sub(r'\1<a class="alone" href="\3">\2</a>', text)
    assert linked.count("<a ") == 1 and linked.endswith(image)
    assert f'<a class="alone" href="../_images/a.png">{image}</a>\n<figcaption>' in linked
