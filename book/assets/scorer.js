// Which page a search names first: a chapter before the lists that repeat what all chapters say.
var Scorer = {
    score: ([page, , , , score]) =>
        /^notebooks\/(claims|errata(\/\w+)?|against)$/.test(page) ? score - 50 : score,
    objNameMatch: 11,
    objPartialMatch: 6,
    objPrio: { 0: 15, 1: 5, 2: -5 },
    objPrioDefault: 0,
    title: 15,
    partialTitle: 7,
    term: 5,
    partialTerm: 2,
};
