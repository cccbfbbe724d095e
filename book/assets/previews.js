// What a link within the book leads to, shown beside it: when one rests on it, by the Tab key, and on
// a phone by a tap; a second tap follows. The tips are Tippy's, their texts come from _static/previews.
(() => {
    const TARGET = "a.internal[href*='#']";
    const root = new URL(document.documentElement.dataset.content_root || "./", location.href);
    const known = {};
    const loading = {};
    window.previews = (page, targets) => { known[page] = targets; };
    const load = name => loading[name] ??= new Promise(resolve => {
        const script = document.createElement("script");
        script.onload = script.onerror = resolve;
        script.src = new URL(`_static/${name}.js`, root);
        document.head.append(script);
    });
    const draw = async inside => {
        if (inside.querySelector(".math")) {
            window.MathJax ??= { startup: { typeset: false } }; // the page itself has no formula
            if (!window.MathJax.version) await load("mathjax/tex-svg-full");
            await window.MathJax.startup.promise;
            await window.MathJax.typesetPromise([inside]);
        }
        await Promise.all([...inside.querySelectorAll("img")].map(image => image.decode().catch(() => {})));
    };
    const place = address => {
        const page = address.href.slice(root.href.length).replace(/\.html(#.*)?$/, "");
        return address.href.startsWith(root.href) ? [page, decodeURIComponent(address.hash.slice(1))] : [];
    };
    const leads = link => new URL(link.getAttribute("href"), location.href); // of a map's links, too
    const fill = async tip => {
        const link = tip.reference;
        const address = leads(link);
        const [page, id] = place(address);
        if (page) await load(`previews/${page.replaceAll("/", "-")}`);
        const html = known[page]?.[id];
        if (!html) return false;
        const inside = document.createElement("div");
        inside.innerHTML = html;
        for (const [selector, name] of [["[href]", "href"], ["[src]", "src"]])
            for (const element of inside.querySelectorAll(selector))
                element[name] = new URL(element.getAttribute(name), address).href;
        for (const source of inside.querySelectorAll("source")) source.remove();
        inside.className = "preview-unseen"; // formulas are drawn at the size of letters around them
        document.body.append(inside);
        await draw(inside);
        inside.className = "";
        link.removeAttribute("title"); // the tip says more
        inside.insertAdjacentHTML("beforeend", '<p class="there"><a>Go there</a></p>');
        inside.querySelector(".there a").href = address;
        window.showMore?.(inside);
        tip.setContent(inside);
        return true;
    };
    addEventListener("DOMContentLoaded", () => {
        const article = document.querySelector(".bd-article");
        if (!article || !window.tippy) return;
        window.tippy.delegate(article, {
            target: TARGET,
            theme: "preview",
            allowHTML: true,
            interactive: true,
            appendTo: document.body,
            delay: [250, 80],
            maxWidth: 480,
            placement: "bottom-start",
            aria: { content: "describedby", expanded: false },
            onShow: tip => {
                if (tip.filled) return true;
                tip.filling ??= fill(tip).then(filled => {
                    tip.filled = filled;
                    if (!filled) tip.disable();
                    if (filled && (tip.tapped || tip.reference.matches(":hover, :focus"))) tip.show();
                    if (!filled && tip.tapped) location.assign(leads(tip.reference));
                });
                return false;
            },
        });
        article.addEventListener("click", event => {
            const tip = event.target.closest(TARGET)?._tippy;
            const tapped = window.tippy.currentInput.isTouch && event.detail; // by no key
            if (!tapped || !tip?.state.isEnabled || tip.state.isVisible) return;
            event.preventDefault();
            tip.tapped = true;
            tip.show();
        });
    });
    addEventListener("keydown", event => {
        if (event.key === "Escape") window.tippy?.hideAll();
    });
})();
