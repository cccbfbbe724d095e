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


STEP = """(async () => {
    const badge = document.querySelector(".bd-article p > .verdict > a[href^='#step-']");
    const fold = document.getElementById(badge.hash.slice(1)).closest("details.claim");
    const before = fold.open;
    badge.click();
    await new Promise(later => setTimeout(later, 500));
    return [before, fold.open, fold.querySelectorAll(".steps .later").length];
})()"""


def test_the_badge_of_a_wrong_step_opens_the_fold_with_this_step(browser, book):
    page = (book / "notebooks" / "rank1" / "elimination_detail.html").as_uri()
    assert browser.visit(page, 1400, script=STEP).answer == [False, True, 0]
