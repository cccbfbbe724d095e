/* The pieces of all explorers. Classic scripts, since a page on disk cannot load modules: this one
 * makes `explorer`, the others use it. */
"use strict";

const explorer = (() => {
  const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  const HTML = "http://www.w3.org/1999/xhtml";
  const SVG = "http://www.w3.org/2000/svg";

  /* A number for people: four significant digits, or a word. */
  function number(value) {
    if (value === Infinity) return "infinite";
    if (value === 0) return "0";
    if (value >= 1e-4 && value < 999.95) return value.toPrecision(4);
    if (value >= 1 && value < 1e6) return Number(value.toPrecision(4)).toLocaleString("en-US");
    const [digits, power] = value.toExponential(3).split("e");
    const raised = power
      .replace(/\d/g, (d) => SUPERSCRIPTS[d])
      .replace("+", "")
      .replace("-", "⁻");
    return `${digits} × 10${raised}`;
  }

  /* "a", "a and b", "a, b and c". */
  const listed = (words) =>
    words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

  function create(namespace, name, attributes, children) {
    const made = document.createElementNS(namespace, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }
  const html = (name, attributes = {}, ...children) => create(HTML, name, attributes, children);
  const svg = (name, attributes = {}, ...children) => create(SVG, name, attributes, children);

  /* A part of an explorer, by its kind. */
  const box = (kind, ...children) => html("div", { class: `explorer-${kind}` }, ...children);

  /* A closed fold. */
  const fold = (words, ...children) =>
    html("details", { class: "explorer-fold" }, html("summary", {}, words), ...children);

  const itemName = (k) => `item ${k + 1}`;
  const positionName = (l) => `position ${l + 1}`;

  /* A labelled range input; `moved` gets its number. `words` says what it stands for, where it is
   * no number between 0 and 1. */
  function slider(id, label, value, smallest, moved, { largest = 1, step = 0.01, words } = {}) {
    const shown = html("span", { class: "explorer-value", "aria-hidden": "true" });
    const input = html("input", { type: "range", id, min: smallest, max: largest, step });
    const show = () => {
      shown.textContent = words ? words(input.valueAsNumber) : input.valueAsNumber.toFixed(2);
      if (words) input.setAttribute("aria-valuetext", shown.textContent);
    };
    input.value = value;
    show();
    input.addEventListener("input", () => {
      show();
      moved(input.valueAsNumber);
    });
    return html(
      "div",
      { class: words ? "explorer-slider explorer-wide" : "explorer-slider" },
      html("label", { for: id }, label),
      input,
      shown,
    );
  }

  /* A labelled choice among [value, text] pairs; `chosen` gets the value. */
  function choice(id, label, options, chosen) {
    const select = html("select", { id });
    for (const [value, text] of options) select.append(html("option", { value }, text));
    select.addEventListener("change", () => chosen(select.value));
    return box("choice", html("label", { for: id }, label), select);
  }

  function button(words, pressed) {
    const made = html("button", { type: "button" }, words);
    made.addEventListener("click", pressed);
    return made;
  }

  /* A table: a caption, the headings, and rows whose first cell is their heading. */
  function table(caption, headings, rows) {
    const cell = (name, scope) => (content) => {
      const made = html(name, scope ? { scope } : {});
      made.append(...[content].flat());
      return made;
    };
    const line = ([first, ...rest]) =>
      html("tr", {}, cell("th", "row")(first), ...rest.map(cell("td")));
    return html(
      "div",
      { class: "explorer-scroll", tabindex: 0, role: "region", "aria-label": caption },
      html(
        "table",
        {},
        html("caption", {}, caption),
        html("thead", {}, html("tr", {}, ...headings.map(cell("th", "col")))),
        html("tbody", {}, ...rows.map(line)),
      ),
    );
  }

  /* A sample of a line, for the heading of its row. */
  const swatch = (look) =>
    svg(
      "svg",
      { class: "explorer-swatch", viewBox: "0 0 30 10", "aria-hidden": "true" },
      svg("line", { x1: 1, x2: 29, y1: 5, y2: 5, class: look }),
    );

  /* The ends and the ticks of a logarithmic axis around some values: 1, 2, 5, 10, ..., or closer. */
  function ticks(values, digits = [1, 2, 5]) {
    const steps = [];
    for (let power = -18; power < 18; power += 1) {
      for (const digit of digits) steps.push(Number(`${digit}e${power}`));
    }
    const low = Math.max(
      0,
      steps.findLastIndex((step) => step < Math.min(...values)),
    );
    const high = steps.findIndex((step) => step > Math.max(...values));
    const inside = steps.slice(low, high < 0 ? steps.length : high + 1);
    if (inside.length < 4 && digits.length === 3) return ticks(values, [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8]);
    const every = Math.ceil(inside.length / 8);
    return inside.filter((_, i) => i % every === 0 || i === inside.length - 1);
  }

  /* The ends and the ticks of an axis from 0: round numbers, at most six. */
  function level(largest) {
    const [digits, power] = (largest / 5).toExponential(3).split("e").map(Number);
    const step = Number(`${[1, 2, 5, 10].find((round) => round >= digits)}e${power}`);
    const count = Math.max(1, Math.ceil(largest / step - 1e-9));
    return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)));
  }

  /* Numbers, each the one before times `shrink`, to lengthen a vector by; or cut it. */
  function resize(vector, size, shrink) {
    vector.length = Math.min(vector.length, size);
    while (vector.length < size)
      vector.push(Math.max(0.01, Math.round(vector.at(-1) * shrink * 100) / 100));
  }

  /* A choice among instances, which begin with a name and end with a note, and what is moved by hand.
   * `load` puts an instance in place, and `show` shows what is there. */
  function instances(id, label, presets, load, show) {
    const note = html("p", { class: "explorer-note", id: `${id}-note` });
    const own = () => {
      select.value = "own";
      note.textContent = "Your own values.";
      show();
    };
    const set = (index) => {
      note.textContent = presets[index].at(-1);
      load(presets[index]);
      show();
    };
    const names = [...presets.map(([name], i) => [i, name]), ["own", "Your own"]];
    const chooser = choice(`${id}-preset`, label, names, (value) =>
      value === "own" ? own() : set(value),
    );
    const select = chooser.querySelector("select");
    select.setAttribute("aria-describedby", note.id);
    return { chooser, note, own, set };
  }

  /* Choices of the numbers of items and positions, and a slider for each attraction and examination. With
   * a `largest` attraction there are as many items as positions. */
  function vectors(id, attraction, examination, own, largest) {
    const sliders = box("sliders");
    const sizes = (from, to) =>
      Array.from({ length: to - from + 1 }, (_, i) => [from + i, from + i]);
    const items = choice(`${id}-items`, "Items K", sizes(2, 8), (size) =>
      change(Number(size), examination.length),
    );
    const lengths = largest ? sizes(2, 6) : sizes(1, 5);
    const positions = choice(`${id}-positions`, "Positions L", lengths, (size) =>
      change(largest ? Number(size) : Math.max(Number(size), attraction.length), Number(size)),
    );
    const arrange = () => {
      items.querySelector("select").value = attraction.length;
      positions.querySelector("select").value = examination.length;
      sliders.replaceChildren(
        group("Attraction θ", attraction, itemName, `${id}-attraction`, 0, own, { largest }),
        group("Examination κ", examination, positionName, `${id}-examination`, 0.01, own),
      );
    };
    const change = (nItems, nPositions) => {
      resize(attraction, nItems, 0.8);
      resize(examination, Math.min(nItems, nPositions), 0.7);
      arrange();
      own();
    };
    /* The vectors keep their identity, and the sliders move them. */
    const put = ([, theta, kappa]) => {
      attraction.splice(0, Infinity, ...theta);
      examination.splice(0, Infinity, ...kappa);
      arrange();
    };
    return { choices: [items, positions], sliders, put };
  }

  /* Sliders for the numbers of a vector. */
  const group = (legend, values, name, id, smallest, moved, settings) =>
    html(
      "fieldset",
      {},
      html("legend", {}, legend),
      ...values.map((value, i) =>
        slider(
          `${id}-${i + 1}`,
          name(i),
          value,
          smallest,
          (number) => {
            values[i] = number;
            moved();
          },
          settings,
        ),
      ),
    );

  /* An empty chart with its grid. `across` and `up` are {label, ticks: [[place, text]]}, places in
   * [0, 1], and `found` says what it shows; the answer has the drawing, and x and y from places to
   * coordinates. */
  function chart(title, across, up, found) {
    const longest = Math.max(...up.ticks.map(([, label]) => String(label).length));
    const left = Math.max(54, 28 + 7 * longest); // beside the axis's label
    const [width, height, right, top, bottom] = [360, 250, 36, 10, 42];
    const x = (place) => left + place * (width - left - right);
    const y = (place) => height - bottom - place * (height - top - bottom);
    const id = `explorer-${title.toLowerCase().replace(/\W+/g, "-")}`;
    const drawing = svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-labelledby": `${id} ${id}-found` },
      svg("title", { id }, title),
      svg("desc", { id: `${id}-found` }, found),
    );
    const text = (content, attributes) => drawing.append(svg("text", attributes, content));
    for (const [place, label] of up.ticks) {
      drawing.append(
        svg("line", { class: "explorer-grid", x1: x(0), x2: x(1), y1: y(place), y2: y(place) }),
      );
      text(label, { x: x(0) - 8, y: y(place) + 4, "text-anchor": "end" });
    }
    for (const [place, label] of across.ticks) {
      text(label, { x: x(place), y: height - bottom + 18, "text-anchor": "middle" });
    }
    text(across.label, { x: x(0.5), y: height - 6, "text-anchor": "middle" });
    const middle = y(0.5);
    const turned = { "text-anchor": "middle", transform: `rotate(-90 13 ${middle})` };
    text(up.label, { x: 13, y: middle, ...turned });
    return { drawing, x, y };
  }

  /* A line through places of a chart. */
  const curve = (drawing, look, places) =>
    drawing.append(
      svg("polyline", {
        class: look,
        points: places.map((place) => place.map((at) => at.toFixed(2))).join(" "),
      }),
    );

  const fifths = [0, 0.2, 0.4, 0.6, 0.8, 1].map((place) => [place, String(place)]);
  const whole = (value) => value.toLocaleString("en-US");
  const times = (count) => (count === 1 ? "once" : `${whole(count)} times`);

  /* Rounds, evenly spaced on a logarithmic axis, and this axis. */
  function logarithmic(horizon) {
    const steps = Math.round(30 * Math.log10(horizon));
    const rounds = Array.from({ length: steps + 1 }, (_, i) => Math.round(horizon ** (i / steps)));
    const along = (round) => Math.log(round) / Math.log(horizon);
    const powers = Array.from({ length: Math.log10(horizon) + 1.5 }, (_, i) => 10 ** i);
    const marks = powers.map((round) => [along(round), whole(round)]);
    return { rounds: [...new Set(rounds)], along, across: { label: "round (log scale)", ticks: marks } };
  }

  /* Values after some rounds, as lines of {look, values, name}; without a name, one has no entry. */
  function roundChart(title, label, { across, along, rounds }, lines, found, top) {
    const highest = top || Math.max(...lines.map(({ values }) => Math.max(...values)));
    const marks = level(highest > 1e-9 ? highest : 1);
    const up = (value) => value / marks.at(-1);
    const axis = { label, ticks: marks.map((mark) => [up(mark), whole(mark)]) };
    const { drawing, x, y } = chart(title, across, axis, found);
    for (const { look, values } of lines)
      curve(drawing, look, values.map((value, i) => [x(along(rounds[i])), y(up(value))]));
    lines
      .filter(({ name }) => name)
      .forEach(({ look, name }, i) => {
        const height = 22 + 16 * i;
        drawing.append(
          svg("line", { class: look, x1: x(0) + 8, x2: x(0) + 36, y1: height, y2: height }),
          svg("text", { x: x(0) + 42, y: height + 4 }, name),
        );
      });
    return drawing;
  }

  /* A sentence that changes at once and is read out when the sliders rest. */
  function announcer() {
    const sentence = html("p", { class: "explorer-summary", role: "status" });
    let waiting = 0;
    const say = (words) => {
      const put = (live) => Object.assign(sentence, { ariaLive: live, textContent: words });
      clearTimeout(waiting);
      put("off");
      waiting = setTimeout(put, 200, "polite");
    };
    return { sentence, say };
  }

  /* Put an explorer in place of its fallback text. */
  function mount(id, build) {
    const place = document.getElementById(id);
    if (place) place.replaceChildren(...build());
  }

  return {
    number,
    listed,
    html,
    svg,
    box,
    fold,
    itemName,
    positionName,
    slider,
    choice,
    button,
    table,
    swatch,
    chart,
    ticks,
    level,
    curve,
    fifths,
    whole,
    times,
    logarithmic,
    roundChart,
    group,
    instances,
    vectors,
    announcer,
    mount,
  };
})();
