// Two menus above the long lists of claims: by verdict and by paper. Without this, all is shown.
(() => {
    const place = document.querySelector(".filter");
    const entries = [
        ...document.querySelectorAll("table:has(.statement, .printed) tbody tr, li:has(> p > .verdict)"),
    ];
    if (!place || !entries.length) return;

    const verdict = entry => entry.querySelector(".verdict").textContent;
    const section = entry => entry.closest("section");
    const title = part => part.querySelector("h1, h2, h3").firstChild.textContent.trim();
    const parts = [...new Set(entries.map(section))];

    // A menu of names with the number of their entries, under a label.
    const menu = (name, names) => {
        const label = document.createElement("label");
        const select = document.createElement("select");
        label.append(`${name} `, select);
        select.add(new Option(`all (${entries.length})`, ""));
        for (const [value, number] of names) select.add(new Option(`${value} (${number})`, value));
        select.addEventListener("change", show);
        place.append(label);
        return select;
    };
    const counted = names => {
        const numbers = new Map();
        for (const each of names) numbers.set(each, (numbers.get(each) ?? 0) + 1);
        return numbers;
    };

    const show = () => {
        let shown = 0;
        for (const entry of entries) {
            entry.hidden =
                (verdicts.value && verdict(entry) !== verdicts.value) ||
                (papers.value && title(section(entry)) !== papers.value);
            shown += !entry.hidden;
        }
        for (const part of parts)
            part.hidden = entries.every(entry => section(entry) !== part || entry.hidden);
        said.textContent = `${shown} of ${entries.length} shown`;
    };

    const verdicts = menu("Verdict", counted(entries.map(verdict)));
    const papers = menu("Paper", counted(entries.map(entry => title(section(entry)))));
    const said = document.createElement("output");
    place.append(said);
    show();
})();
