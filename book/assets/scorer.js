/* The order in which a search shows its results: first places with the sought name, then pages by the
 * share of the sought words in their names and paragraphs. The reference and lists follow chapters. */
var Scorer = (() => {
  const LATER = [
    [/^notebooks\/(claims|errata)/, 60],
    [/^reference/, 50],
    [/^notebooks\/(map|gallery|new_results)|_detail$/, 15],
    [/^(glossary|notation)/, 10],
  ];
  const stemmer = new Stemmer();
  const stems = (text) => {
    const words = splitQuery(text.toLowerCase()).filter((word) => !stopwords.includes(word));
    return new Set(words.map((word) => stemmer.stemWord(word)));
  };
  const sought = stems(new URLSearchParams(location.search).get("q") || "");
  const starts = [...sought].map((stem) => RegExp(`(?<![\\p{L}\\d])${_escapeRegExp(stem)}`, "iu"));
  const [names, texts] = [{}, {}];

  /* The share of the words of a name and of the query that both have; 1 if they are the same. */
  function share(name) {
    const words = stems(name);
    const both = [...words].filter((word) => sought.has(word)).length;
    return both && both ** 2 / words.size / sought.size;
  }

  /* The largest share by place, of titles and index entries. A page gets some of that of its places. */
  function read() {
    const { docnames, titles, alltitles, indexentries } = Search._index;
    const raise = (place, value) => (names[place] = Math.max(names[place] || 0, value));
    for (const [name, places] of [alltitles, indexentries].flatMap(Object.entries))
      for (const [file, id] of places) {
        const own = id || titles[file] === name || name in indexentries;
        raise(docnames[file], 0.3 * share(name));
        if (own) raise(docnames[file] + (id ? `#${id}` : ""), share(name));
      }
  }

  /* The share of the sought words in the paragraphs of a page, on average. */
  function text(page) {
    const paragraphs = SNIPPETS[page] || [];
    const part = ([, words]) => starts.filter((start) => start.test(words)).length / starts.length;
    const sum = paragraphs.reduce((total, paragraph) => total + part(paragraph) ** 2, 0);
    return Math.sqrt(sum / paragraphs.length) || 0;
  }

  return {
    score: ([page, title, anchor, description]) => {
      if (!Object.keys(names).length) read();
      const object = description ? Math.max(share(title), share(title.split(".").at(-1))) : 0;
      const [, later] = LATER.find(([pages]) => pages.test(page)) || [0, anchor ? 5 : 0];
      return 100 * Math.max(object, names[page + anchor] || 0) + 50 * (texts[page] ??= text(page)) - later;
    },
    objPrio: {}, // Sphinx's own scores, which these replace, need it
  };
})();
