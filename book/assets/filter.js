// A field and menus above the lists of claims and figures, unfolding them. An address such as
// claims.html?verdict=corrected begins with one.
(() => {
    const place = document.querySelector(".filter");
    const entries = [...document.querySelectorAll("table tbody tr")].filter(
        row => row.querySelector(".statement, .figure-row"));
    if (!place || !entries.length) return;

    // A verdict is the second class of its badge, whose words may tell more.
    const verdict = entry => [...(entry.querySelector(".verdict")?.classList ?? ["", "figure"])][1].replaceAll("-", " ");
    // The steps of a result are in the fold of its row.
    const steps = entry => entry.querySelector(".statement .verdict.corrected") ? ["a step corrected"] : [];
    const WHOSE = { paper: "the paper", reading: "our reading", ours: "ours" };
    const whose = entry => [...entry.querySelectorAll("td:nth-child(2) .whose")].map(each => WHOSE[each.classList[1]]);
    const evidence = entry => entry.querySelector(".kinds")?.dataset.kinds.split(", ").filter(Boolean) ?? [];
    const section = entry => entry.closest("section");
    const title = part => part.querySelector("h1, h2, h3").firstChild.textContent.trim();
    const parts = [...new Set(entries.map(section))];
    const words = new Map(entries.map(entry => [entry, entry.textContent.toLowerCase()]));
    const folds = document.querySelectorAll("details.entries");

    const field = (name, control) => {
        const label = document.createElement("label");
        label.append(`${name} `, control);
        place.append(label);
        return control;
    };
    // A menu of names with their numbers.
    const menu = (name, names) => {
        const select = document.createElement("select");
        select.add(new Option("all", ""));
        for (const [value, number] of names) select.add(new Option(`${value} (${number})`, value));
        select.addEventListener("change", show);
        return field(name, select);
    };
    const counted = names => names.reduce(
        (numbers, each) => numbers.set(each, (numbers.get(each) ?? 0) + 1), new Map());

    const show = () => {
        const wanted = find.value.toLowerCase().split(/\s+/);
        const seen = entries.filter(entry => !(entry.hidden =
            kinds.some(({ select, of }) => select.value && !of(entry).includes(select.value))
            || !wanted.every(word => words.get(entry).includes(word))));
        const figures = seen.filter(entry => verdict(entry) === "figure").length;
        for (const part of parts) part.hidden = !seen.some(entry => section(entry) === part);
        said.textContent = `${seen.length - figures} results and ${figures} figures`;
        if (seen.length < entries.length) for (const fold of folds) fold.open = true;
    };

    const find = document.createElement("input");
    find.type = "search";
    find.addEventListener("input", show);
    field("Find", find);
    const kinds = [
        { name: "Verdict", of: entry => [verdict(entry), ...steps(entry)] },
        { name: "Whose", of: whose },
        { name: "Evidence", of: evidence },
        { name: "Paper", of: entry => [title(section(entry))] },
    ].map(kind => ({ ...kind, names: counted(entries.flatMap(kind.of)) })).filter(kind => kind.names.size > 1);
    for (const kind of kinds) kind.select = menu(kind.name, kind.names);
    const said = document.createElement("output");
    place.append(said);
    const asked = new URLSearchParams(location.search);
    find.value = asked.get("find") ?? "";
    for (const { name, names, select } of kinds)
        if (names.has(asked.get(name.toLowerCase()))) select.value = asked.get(name.toLowerCase());
    show();
    // A row to which a link leads is shown, whatever was chosen before.
    addEventListener("hashchange", () => {
        const target = document.getElementById(location.hash.slice(1));
        if (!target?.closest("tr[hidden]")) return;
        find.value = "";
        for (const { select } of kinds) select.value = "";
        show();
        target.scrollIntoView();
    });
})();
