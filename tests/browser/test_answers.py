"""The answer to a question is hidden until the reader opens it, by mouse or keyboard."""

import chromium

SEEN = """(() => {
    const output = document.querySelector("details.answer > .cell_output");
    return [output.parentElement.open, output.checkVisibility({ contentVisibilityAuto: true })];
})()"""


def test_an_answer_opens_by_keyboard_and_is_open_on_paper(browser, book):
    tab = chromium.Tab(browser, (book / "notebooks" / "pbm" / "estimation.html").as_uri(), 1400)
    assert tab.evaluate(SEEN)[0] is False
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.evaluate(SEEN)[0] is True
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    tab.evaluate("document.querySelector('details.answer > summary').focus()")
    enter = {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13}
    tab.call("Input.dispatchKeyEvent", type="keyDown", text="\r", **enter)
    tab.call("Input.dispatchKeyEvent", type="keyUp", **enter)
    assert tab.evaluate(SEEN) == [True, True]
    tab.close()
