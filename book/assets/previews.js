// What a link within the book leads to, shown beside it: when one rests on it, by the Tab key, and on
// a phone by a long press. The tips are Tippy's, and their texts come from _static/previews.
(() => {
    const root = new URL(document.documentElement.dataset.content_root || "./", location.href);
    const known = {};
    const loading = {};
    window.previews = (page, targets) => { known[page] = targets; };
    const load = page => loading[page] ??= new Promise(resolve => {
        const script = document.createElement("script");
        script.onload = script.onerror = resolve;
        script.src = new URL(`_static/previews/${page.replaceAll("/", "-")}.js`, root);
        document.head.append(script);
    });
    const place = address => {
        const page = address.href.slice(root.href.length).replace(/\.html(#.*)?$/, "");
        return address.href.startsWith(root.href) ? [page, decodeURIComponent(address.hash.slice(1))] : [];
    };
    const fill = async tip => {
        const link = tip.reference;
        const address = new URL(link.getAttribute("href"), location.href); // of a map's links, too
        const [page, id] = place(address);
        if (page) await load(page);
        const html = known[page]?.[id];
        if (!html) return false;
        const inside = document.createElement("div");
        inside.innerHTML = html;
        for (const [selector, name] of [["[href]", "href"], ["[src]", "src"]])
            for (const element of inside.querySelectorAll(selector))
                element[name] = new URL(element.getAttribute(name), address).href;
        for (const source of inside.querySelectorAll("source")) source.remove();
        await window.MathJax?.typesetPromise?.([inside]);
        link.removeAttribute("title"); // the tip says more
        tip.setContent(inside);
        return true;
    };
    addEventListener("DOMContentLoaded", () => {
        const article = document.querySelector(".bd-article");
        if (!article || !window.tippy) return;
        window.tippy.delegate(article, {
            target: "a.internal[href*='#']",
            theme: "preview",
            allowHTML: true,
            interactive: true,
            appendTo: document.body,
            delay: [250, 80],
            maxWidth: 480,
            placement: "bottom-start",
            touch: ["hold", 400],
            aria: { content: "describedby", expanded: false },
            onShow: tip => {
                if (tip.filled) return true;
                tip.filling ??= fill(tip).then(filled => {
                    tip.filled = filled;
                    if (filled && tip.reference.matches(":hover, :focus")) tip.show();
                    if (!filled) tip.disable();
                });
                return false;
            },
        });
    });
    addEventListener("keydown", event => {
        if (event.key === "Escape") window.tippy?.hideAll();
    });
})();
