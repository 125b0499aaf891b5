import { groupsOf as groupNamesOf, patternOf, queriesOf, } from '../../contract/grammar/queries.js';
const prepared = new WeakMap();
/** Whether a query is what one part of a match wants, in letters of either case; no part takes any. */
export function queryFits(query, script) {
    const { fits } = wantedOf(script);
    return fits.length === 0 || fits.some((fitsOne) => fitsOne(query));
}
function wantedOf(script) {
    let wanted = prepared.get(script.match);
    if (wanted === undefined) {
        const queries = queriesOf(script).map(([query]) => query);
        const patterns = queries.flatMap((query) => expressionOf(query) ?? []);
        wanted = { fits: queries.map(fitting), patterns, groups: groupNamesOf(script) };
        prepared.set(script.match, wanted);
    }
    return wanted;
}
function fitting(wanted) {
    const expression = expressionOf(wanted);
    if (expression !== undefined)
        return (query) => expression.test(query);
    const words = (typeof wanted === 'object' ? wanted.all : [String(wanted)]).map(folded);
    return (query) => words.every((word) => folded(query).includes(word));
}
function expressionOf(query) {
    const pattern = patternOf(query);
    return pattern === undefined ? undefined : new RegExp(pattern, 'i');
}
/**
 * What named groups hold for a script: those of its own queries, and where it follows the script of
 * the turn before those of that one. A group that took no part is empty.
 */
export function groupsOf(script, query, before) {
    const { patterns, groups } = wantedOf(script);
    const found = patterns.flatMap((pattern) => Object.entries(pattern.exec(query)?.groups ?? {}));
    const { after } = script.match;
    const carried = after !== undefined && after === before?.scenario ? before.groups : {};
    return {
        ...Object.fromEntries(groups.map((name) => [name, ''])),
        ...carried,
        ...Object.fromEntries(found.filter(([, value]) => value !== undefined)),
    };
}
let lastFolded = { text: '', folded: '' };
/** A text as it is compared; all scripts are asked the same query, one after the other. */
function folded(text) {
    if (text !== lastFolded.text)
        lastFolded = { text, folded: text.normalize().toLowerCase() };
    return lastFolded.folded;
}
