import { phrases } from './phrases/by-language.js';
const longest = 80;
/** Recognizes a greeting, thanks, or a question for what one can do; longer texts ask for more. */
export function smallTalkIn(query, language) {
    const said = plain(query.slice(0, 2 * longest));
    if (said === '' || said.length > longest)
        return undefined;
    // A word such as `hallo` is of several languages: that of the query is asked first.
    const languages = Object.keys(phrases).toSorted((a, b) => Number(b === language) - Number(a === language));
    for (const kind of ['abilities', 'thanks', 'greetings'])
        for (const one of languages)
            if (phrases[one]?.[kind].some((phrase) => isSaid(kind, phrase, said)))
                return { kind, language: one };
    // What is suggested has to be understood.
    const suggested = languages.find((one) => phrases[one]?.suggestions.some((suggestion) => plain(suggestion) === said));
    return suggested === undefined ? undefined : { kind: 'abilities', language: suggested };
}
/** A text in small letters, without what only separates words. */
const plain = (text) => text
    .normalize()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ')
    .trim();
/** A greeting and thanks may be followed by a name; what one can do may be asked in more words. */
function isSaid(kind, phrase, said) {
    if (said === phrase)
        return true;
    const isWord = !phrase.includes(' ') && /^[\p{sc=Latn}\p{sc=Cyrl}]+$/u.test(phrase);
    if (!said.startsWith(phrase))
        return false;
    const rest = said.slice(phrase.length);
    const words = rest.trim().split(' ').length;
    if (kind === 'abilities')
        return !isWord && words <= 3 && rest.length <= 24;
    return rest.startsWith(' ') && words <= 2;
}
