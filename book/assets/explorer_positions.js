/* Where to explore an item in the position-based model (Lagrée et al. 2016, Theorem 6): the ratio of
 * gap to information at each position, and the theorem's constant C. */
"use strict";

explorer.positions = (() => {
  const { number, listed, html, box, svg, table, swatch, chart, curve, ticks, itemName, positionName } = explorer;
  const PRESETS = [
    ["Another position for each item", [0.86, 0.71, 0.68, 0.67, 0.61, 0.2], [0.9, 0.6, 0.3], "The closer an item is to item 3, the further down it is explored."],
    ["Figure 1(a) of the paper: the first position", [0.95, 0.85, 0.75, 0.65, 0.55], [0.9, 0.6, 0.3], "The items are attractive, and both suboptimal ones are explored at the top of the list, where they are seen most."],
    ["Figure 1(b) of the paper: the last position", [0.45, 0.35, 0.25, 0.15, 0.05], [0.9, 0.6, 0.3], "The items are less attractive but equally far apart, and both suboptimal ones are explored at the bottom."],
    ["Two positions, the top slightly cheaper", [0.45, 0.4, 0.2], [0.9, 0.5], "Move item 3 up to 0.35. Then put it back and move item 1 up to 0.60. Which prices change?"],
    ["The last position is expensive", [0.95, 0.95, 0.95, 0.85], [1, 0.6, 0.2], "The best items are equally good, and PBM-PIE pays more than ten times the constant C at the last position."],
  ];

  /* What there is to see, in words. */
  function summary({ positions, rows, constant, last }) {
    if (rows.length === 0) {
      return "No item is worse than the worst item of the best list, so nothing has to be learnt, and the constant C is 0.";
    }
    const where = rows.map(({ item, tied }) => {
      const names = positions.filter((_, l) => tied[l]).map((l) => l + 1);
      const word = names.length > 1 ? "positions" : "position";
      return `${itemName(item)} at ${word} ${listed(names)}${names.length > 1 ? " alike" : ""}`;
    });
    const words = [`Cheapest to explore: ${where.join("; ")}.`];
    words.push(`The constant C is ${number(constant)}.`);
    if (rows.some((row) => row.information.includes(Infinity))) {
      words.push("If the worst item of the best list were certain to be clicked, one missing click would decide, so the information is infinite and the ratio 0. Theorem 6 assumes attractions below 1.");
    } else if (last > constant * (1 + 1e-9)) {
      const times = number(last / constant);
      words.push(`If all items are explored at the last position, it is ${number(last)}, ${times} times as large.`);
    } else {
      words.push("Exploring all items at the last position gives the same.");
    }
    return words.join(" ");
  }

  function ratioTable({ positions, rows }, examination) {
    const heading = (l) => [positionName(l), html("br"), `κ\u00a0${examination[l].toFixed(2)}`];
    const cell = (row) => (ratio, l) => {
      if (!row.tied[l]) return number(ratio);
      return html("strong", {}, `${number(ratio)} ${l === row.position ? "least" : "tied"}`);
    };
    const lines = rows.map((row, i) => [
      [swatch(`explorer-line-${i}`), ` ${itemName(row.item)}`],
      ...row.ratios.map(cell(row)),
    ]);
    const caption = "Gap over information of each suboptimal item, by decreasing examination";
    return table(caption, ["item", ...positions.map(heading)], lines);
  }

  function draw(solved) {
    const { positions, rows } = solved;
    const drawable = (ratio) => ratio > 0 && ratio < Infinity;
    const values = rows.flatMap((row) => row.ratios.filter(drawable));
    const marks = ticks(values.length ? values : [1]);
    const [low, high] = [Math.log(marks[0]), Math.log(marks.at(-1))];
    const up = (ratio) => (Math.log(ratio) - low) / (high - low);
    const along = (l) => (l + 0.5) / positions.length;
    const { drawing, x, y } = chart(
      "Price of information by position",
      { label: "position", ticks: positions.map((name, l) => [along(l), name + 1]) },
      { label: "gap over information (log scale)", ticks: marks.map((m) => [up(m), String(m)]) },
      summary(solved),
    );
    let free = Infinity; // labels go up from the lowest, each above the one before
    rows.forEach((row, i) => {
      const look = `explorer-line-${i}`;
      const dots = row.ratios.map((ratio, l) => [x(along(l)), y(up(ratio)), drawable(ratio), l]);
      const shown = dots.filter((dot) => dot[2]);
      curve(drawing, look, shown.map((dot) => dot.slice(0, 2)));
      for (const [cx, cy, , l] of shown) {
        const kind = row.tied[l] ? "explorer-least" : "explorer-dot";
        drawing.append(svg("circle", { class: `${look} ${kind}`, cx, cy, r: row.tied[l] ? 6 : 3 }));
      }
    });
    const end = (row) => row.ratios.at(-1);
    const ended = rows.filter((row) => drawable(end(row)));
    for (const row of ended.sort((a, b) => end(a) - end(b))) {
      free = Math.min(y(up(end(row))) + 4, free - 13);
      drawing.append(
        svg("text", { x: x(along(positions.length - 1)) + 10, y: free }, itemName(row.item)),
      );
    }
    return drawing;
  }

  /* The explorer: its controls, and what moves with them. */
  function build() {
    const [attraction, examination] = [[], []];
    const { sentence, say } = explorer.announcer();
    const results = box("results");
    const show = () => {
      const solved = formulas.exploration(attraction, examination);
      const explored = solved.rows.length > 0;
      results.replaceChildren(...(explored ? [draw(solved), ratioTable(solved, examination)] : []));
      say(summary(solved));
    };
    const { choices, sliders, put } = explorer.vectors("explorer", attraction, examination, () => own());
    const { chooser, note, own, set } = explorer.instances("explorer", "Instance", PRESETS, put, show);
    set(0);
    return [box("choices", chooser, ...choices), note, sliders, sentence, results];
  }

  explorer.mount("position-explorer", build);
  return { presets: PRESETS };
})();
