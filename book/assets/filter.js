// Menus above the long lists of claims: by verdict, by whose sentence it is, and by paper where a page has
// several. Without this, all is shown.
(() => {
    const place = document.querySelector(".filter");
    const entries = [
        ...document.querySelectorAll("table:has(.statement, .printed) tbody tr, li:has(> p > .verdict)"),
    ].filter(entry => !entry.closest("details.more")); // those of a map's list are no entries
    if (!place || !entries.length) return;

    const verdict = entry => entry.querySelector(".verdict").textContent;
    const whose = entry => entry.querySelector(".whose")?.textContent.replace(/[:,].*/, "") ?? "nobody";
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
            entry.hidden = kinds.some(({ select, of }) => select.value && of(entry) !== select.value);
            shown += !entry.hidden;
        }
        for (const part of parts)
            part.hidden = entries.every(entry => section(entry) !== part || entry.hidden);
        said.textContent = `${shown} of ${entries.length} shown`;
    };

    const kinds = [
        { name: "Verdict", of: verdict },
        { name: "Whose", of: whose },
        { name: "Paper", of: entry => title(section(entry)) },
    ].map(kind => ({ ...kind, names: counted(entries.map(kind.of)) })).filter(kind => kind.names.size > 1);
    for (const kind of kinds) kind.select = menu(kind.name, kind.names);
    const said = document.createElement("output");
    place.append(said);
    show();
})();
