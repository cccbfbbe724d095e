// The system's light or dark before the theme's own script finds it out, so that no page flashes.
{
    const shown = document.documentElement.dataset;
    if (shown.mode === "auto")
        shown.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
// Folds are open on paper and where a link leads; what moved to a companion page is found.
(() => {
    const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
    let opened = [], theme;
    addEventListener("beforeprint", () => {
        theme = document.documentElement.dataset.theme;
        document.documentElement.dataset.theme = "light";
        opened = all(".bd-article details:not([open], .cite)");
        for (const fold of opened) fold.open = true;
        drawn(document);
        window.MathJax?.typeset?.();
    });
    addEventListener("afterprint", () => {
        document.documentElement.dataset.theme = theme;
        for (const fold of opened) fold.open = false;
    });
    const reveal = () => {
        const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
        const companion = location.pathname.replace(/(_detail)?\.html$/, "_detail.html");
        const page = companion.slice(companion.lastIndexOf("/") + 1);
        if (location.hash && !target && companion !== location.pathname
            && document.querySelector(`.bd-article a[href^="${page}"]`))
            location.replace(page + location.hash);
        for (let fold = target; fold; fold = fold.parentElement)
            if (fold.matches("details")) fold.open = true;
        // A row of a list of claims opens with its statement.
        const entry = target?.closest("tr")?.querySelector("details.statement");
        if (entry && /^all-/.test(target.id)) entry.open = true;
        return target;
    };
    // Formulas in view are drawn before the page is ready, and then the others, the nearest first.
    const pageReady = async () => {
        const waiting = all(".math");
        const draw = number => {
            for (const each of waiting) each.far = Math.abs(each.getBoundingClientRect().top / innerHeight - 0.5);
            waiting.sort((one, other) => one.far - other.far);
            return MathJax.typesetPromise(waiting.splice(0, number));
        };
        reveal()?.scrollIntoView();
        do await draw(36); while (waiting[0]?.far < 0.5);
        window.formulasDrawn = (async () => {
            while (waiting.length) {
                await new Promise(done => setTimeout(done, 9));
                await draw(12);
            }
            widen();
        })();
    };
    if (window.MathJax) MathJax.startup = { pageReady };
    // Formulas in a fold of a long list are drawn when it is opened, and all before printing.
    const drawn = inside => {
        const waiting = all("span.later", inside);
        for (const formula of waiting) formula.className = "math notranslate nohighlight";
        return waiting.length;
    };
    addEventListener("toggle", async ({ target }) => {
        if (!target.closest("article")) return;
        if (target.open && drawn(target)) await window.MathJax?.typesetPromise?.([target]);
        widen();
    }, true);
    addEventListener("hashchange", reveal);
    addEventListener("DOMContentLoaded", reveal);
    // A wide formula in a line scrolls; a displayed one a little too wide shrinks, in steps of about 6 %.
    const widen = () => {
        for (const formula of all(".bd-article :is(p, li, dd, td) span.math")) {
            const whole = formula.closest(".whole") ?? formula, room = formula.closest("p, li, dd, td").clientWidth;
            if (room && whole.getBoundingClientRect().width > room) whole.classList.add("wide");
        }
        const displays = all("div.math");
        for (const box of displays) box.style.fontSize = "";
        const shares = displays.map(box => box.clientWidth / box.scrollWidth);
        displays.forEach((box, n) => shares[n] > 0.75 && shares[n] < 1 && (box.style.fontSize = `${100 * shares[n] - 6}%`));
        showMore(document);
    };
    // What goes on behind an edge says so.
    const TABLES = "table, .pst-scrollable-table-container, .table-responsive, .output, .explorer-scroll";
    const BOXES = `div.math, .wide, .statement, .bd-article :is(p, ul, ol, dd, figure, ${TABLES})`;
    const say = box =>
        box.classList.toggle("onward", box.scrollWidth - box.clientWidth - Math.abs(box.scrollLeft) > 1);
    window.showMore = inside => all(BOXES, inside).forEach(say);
    addEventListener("scroll", event => event.target.matches?.(BOXES) && say(event.target), true);
    addEventListener("resize", widen);
    addEventListener("load", () => window.MathJax?.startup?.promise?.then(widen));
    addEventListener("DOMContentLoaded", () => {
        // The theme gives the folds of its sidebar no name.
        for (const fold of all(".bd-sidebar-primary summary"))
            fold.ariaLabel = `Below ${fold.closest("li").querySelector("a").textContent.trim()}`;
        // The book on paper is offered if `make pdf` says in book_pdf.js that it was printed.
        if (!window.bookPdf) return;
        const menu = document.querySelector(".dropdown-download-buttons ul");
        const root = document.documentElement.dataset.content_root;
        menu?.insertAdjacentHTML("beforeend", `<li><a class="btn btn-sm dropdown-item" href="${root}book.pdf">
            <span class="btn__icon-container"><i class="fas fa-book"></i></span>
            <span class="btn__text-container">the book as .pdf</span></a></li>`);
    });
})();
