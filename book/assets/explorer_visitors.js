/* The game of the front page: the reader chooses what fifty visitors see, and then PBM-TS and greedy
 * choose for the same visitors. The rounds are those of explorer_games.js. */
"use strict";

explorer.mount("visitors", () => {
  const { html, box, svg, button, table, swatch, listed, times } = explorer;
  const COUNT = 50;
  const NAMES = ["lamp", "vase", "clock"];
  const WHO = ["you", "PBM-TS", "greedy", "C log t"];
  const LOOKS = [0, 1, 2].map((i) => `explorer-line-${i} explorer-thick`);
  LOOKS.push("explorer-truth explorer-dotted");
  const rounds = Array.from({ length: COUNT }, (_, t) => t + 1);
  const tenths = (chance) => `${Math.round(10 * chance)} in 10`;

  /* The place has the problem, the best item and position first, the package's numbers, and the link
   * that follows the game. */
  const place = document.getElementById("visitors");
  const { attraction, examination, constant, average } = JSON.parse(place.dataset.problem);
  const begin = place.querySelector("a");
  let seed = -1;

  /* The results, of which the first sentence is read out. */
  function finish(clicked, lists, name) {
    const problem = [attraction, examination, rounds];
    const follow = (list) => {
      const player = { choose: (t, action) => action.splice(0, 2, ...list(t)), update() {} };
      return games.course(player, [0, 1, 2], ...problem, null, clicked);
    };
    const all = [
      follow((t) => lists[t]),
      ...[1, 2].map((i) => games.play(WHO[i], ...problem, seed, i + 1, clicked)),
      follow(() => [0, 1]),
    ];
    const clicks = all.map((one) => one.clicks.reduce((sum, click) => sum + click));
    const bound = rounds.map((t) => constant * Math.log(t));
    const regrets = [...all.slice(0, 3).map(({ regret }) => regret), bound];
    const lost = regrets.map((regret) => regret.at(-1).toFixed(2));
    const looked = examination.map((chance, l) => `${tenths(chance)} look at place ${l + 1}`);
    const liked = attraction.map((chance, item) => `${tenths(chance)} like the ${name(item)}`);
    const found = `Your lists lose ${lost[0]} expected clicks, those of PBM-TS ${lost[1]}, and those of greedy ${lost[2]}.`;
    const first = html("p", { class: "explorer-summary", tabindex: -1 }, found);
    const along = (t) => t / COUNT;
    const across = { label: "visitor", ticks: [0, 10, 20, 30, 40, 50].map((t) => [along(t), t]) };
    const drawing = explorer.roundChart(
      "Clicks lost",
      "expected clicks lost",
      { across, along, rounds },
      regrets.map((values, i) => ({ look: LOOKS[i], values, name: WHO[i] })),
      found,
    );
    const lines = WHO.map((who, i) => [
      [swatch(LOOKS[i]), ` ${who}`],
      i < 3 ? clicks[i] : "",
      lost[i],
      average[i - 1]?.toFixed(1) ?? "",
    ]);
    place.replaceChildren(
      first,
      box("choices", begin, button("New visitors", start)),
      html(
        "p",
        {},
        `The truth: ${listed(looked)}; ${listed(liked)}. These visitors click ${clicks[3]} times on the best list, the ${name(0)} above the ${name(1)}.`,
      ),
      table(
        `Expected clicks lost with these ${COUNT} visitors, and on average over 10,000 games`,
        ["who chooses", "clicks seen", "lost", "on average"],
        lines,
      ),
      box("results", drawing),
    );
    first.focus();
  }

  /* A new game. The items get their names at random. */
  function start() {
    seed += 1;
    const items = games.generator(seed, 0).permutation(NAMES.length);
    const name = (item) => NAMES[items.indexOf(item)];
    const look = (item) => `explorer-line-${items.indexOf(item)}`;
    const clicked = games.visitors(attraction, examination, COUNT, seed, 1);
    const [lists, next] = [[], items.slice(0, 2)];
    const { sentence, say } = explorer.announcer();
    const strip = svg("svg", { viewBox: "0 0 300 26", "aria-hidden": "true" });
    const cells = examination.map((_, l) =>
      attraction.map(() => ({
        radio: html("input", { type: "radio", name: `place-${l + 1}` }),
        tally: html("small"),
        shown: 0,
        clicks: 0,
      })),
    );
    /* An item that was elsewhere changes places with the one that was here. */
    const put = (item, l) => {
      const from = next.indexOf(item);
      if (from >= 0) next[from] = next[l];
      next[l] = item;
      cells.forEach((row, l) => (row[next[l]].radio.checked = true));
      say(`Next: the ${next.map(name).join(" above the ")}.`);
    };
    const show = (count) => {
      const first = lists.length;
      const got = attraction.map(() => 0);
      for (let t = first; t < first + count; t += 1) {
        lists.push([...next]);
        next.forEach((item, l) => {
          const hit = clicked(t, l, item);
          const cell = cells[l][item];
          got[item] += hit;
          cell.clicks += hit;
          cell.shown += 1;
          cell.tally.textContent = `✓ ${cell.clicks} of ${cell.shown}`;
          const style = `animation-delay: ${40 * (t - first)}ms`;
          const at = { x: 6 * t, y: 14 * l, width: 5, height: 12, style };
          strip.append(svg("rect", { class: hit ? `${look(item)} game-click` : "", ...at }));
        });
      }
      const left = COUNT - lists.length;
      if (!left) {
        finish(clicked, lists, name);
        return;
      }
      many.textContent = `Show to ${Math.min(10, left)}`;
      const what = items.filter((item) => got[item]);
      const words = what.map((item) => `${times(got[item])} on the ${name(item)}`);
      const whom = count === 1 ? `Visitor ${first + 1} clicks` : `Visitors ${first + 1} to ${first + count} click`;
      say(`${whom} ${listed(words) || "on nothing"}. ${left} to come.`);
    };
    const many = button("Show to 10", () => show(Math.min(10, COUNT - lists.length)));
    place.replaceChildren(
      ...examination.map((chance, l) =>
        html(
          "fieldset",
          { class: "game-place" },
          html("legend", {}, `Place ${l + 1}, where ${tenths(chance)} look`),
          ...items.map((item) => {
            const { radio, tally } = cells[l][item];
            radio.addEventListener("change", () => put(item, l));
            const label = html("span", { class: `explorer-part ${look(item)}` }, name(item));
            return html("label", {}, radio, label, tally);
          }),
        ),
      ),
      box("choices", button("Show to 1", () => show(1)), many),
      sentence,
      strip,
    );
    put(next[0], 0);
    if (seed > 0) cells[0][items[0]].radio.focus();
  }

  start();
  return place.childNodes;
});
