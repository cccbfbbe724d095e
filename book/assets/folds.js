// The system's light or dark before the theme's own script finds it out, so that no page flashes.
{
    const shown = document.documentElement.dataset;
    if (shown.mode === "auto")
        shown.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
// What is folded is there on paper, black on white, and where a link leads to it; what moved from a chapter to its
// companion page is found there.
(() => {
    const folds = () => [...document.querySelectorAll(".bd-article details:not([open])")];
    let opened = [], theme;
    addEventListener("beforeprint", () => {
        theme = document.documentElement.dataset.theme;
        document.documentElement.dataset.theme = "light";
        opened = folds().filter(fold => !fold.matches(".cite"));
        for (const fold of opened) fold.open = true;
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
    };
    // Formulas in the folds of long lists are drawn when the fold is opened, and all of them before printing.
    const drawn = inside => {
        const waiting = [...inside.querySelectorAll("span.later")];
        for (const formula of waiting) formula.className = "math notranslate nohighlight";
        return waiting.length > 0;
    };
    addEventListener("toggle", ({ target }) => {
        if (target.open && drawn(target)) window.MathJax?.typesetPromise?.([target]).then(widen);
    }, true);
    addEventListener("beforeprint", () => drawn(document) && window.MathJax?.typeset?.());
    addEventListener("hashchange", reveal);
    addEventListener("DOMContentLoaded", reveal);
    // A formula within a line that is wider than its paragraph scrolls alone.
    const widen = () => {
        for (const formula of document.querySelectorAll(".bd-article :is(p, li, dd, td) span.math:not(.wide)")) {
            const drawn = formula.querySelector("svg")?.getBoundingClientRect().width ?? 0;
            const room = formula.closest("p, li, dd, td").clientWidth;
            if (room && drawn > room) formula.classList.add("wide");
        }
    };
    addEventListener("toggle", widen, true);
    // A formula that goes on behind an edge of its box fades out there, on pages and in previews.
    const FORMULAS = "div.math, span.math.wide";
    const fade = box => {
        const left = Math.abs(box.scrollLeft), hidden = box.scrollWidth - box.clientWidth;
        box.classList.toggle("more-before", hidden > 1 && left > 1);
        box.classList.toggle("more-after", hidden > 1 && left < hidden - 1);
    };
    addEventListener("scroll", event => event.target.matches?.(FORMULAS) && fade(event.target), true);
    window.fadeFormulas = inside => {
        const sizes = new ResizeObserver(changes => changes.forEach(change => fade(change.target)));
        for (const box of inside.querySelectorAll(FORMULAS)) sizes.observe(box);
    };
    addEventListener("load", () => window.MathJax?.startup?.promise?.then(() => {
        widen();
        window.fadeFormulas(document);
    }));
    // The book on paper is offered where it was printed: `make pdf` says so in book_pdf.js.
    addEventListener("DOMContentLoaded", () => {
        if (!window.bookPdf) return;
        const menu = document.querySelector(".dropdown-download-buttons ul");
        const root = document.documentElement.dataset.content_root;
        menu?.insertAdjacentHTML("beforeend", `<li><a class="btn btn-sm dropdown-item" href="${root}book.pdf">
            <span class="btn__icon-container"><i class="fas fa-book"></i></span>
            <span class="btn__text-container">the book as .pdf</span></a></li>`);
    });
    // The theme gives the folds of its sidebar no name.
    addEventListener("DOMContentLoaded", () => {
        for (const fold of document.querySelectorAll(".bd-sidebar-primary summary"))
            fold.ariaLabel = `Below ${fold.closest("li").querySelector("a").textContent.trim()}`;
    });
})();
