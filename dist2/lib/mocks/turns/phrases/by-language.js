import { arabic, chinese, hebrew, japanese, korean } from './eastern.js';
import { dutch, english, german, swedish } from './germanic.js';
import { french, italian, portuguese, spanish } from './romance.js';
import { polish, russian } from './slavic.js';
/** The phrases of each language that has some. */
export const phrases = {
    en: english,
    de: german,
    fr: french,
    es: spanish,
    it: italian,
    pt: portuguese,
    nl: dutch,
    sv: swedish,
    pl: polish,
    ru: russian,
    ja: japanese,
    zh: chinese,
    ko: korean,
    ar: arabic,
    he: hebrew,
};
/** The phrases of a language; English for one without. */
export const phrasesOf = (language) => phrases[language ?? 'en'] ?? english;
