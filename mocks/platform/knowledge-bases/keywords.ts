import {
  detectLanguage,
  maxReadLength,
  stopWords,
  synonymGroups,
  weakWords,
} from '../languages/languages.ts'
import { MemoCache } from '../../../contract/memoize.ts'
import { splitWords } from './split-text.ts'

/** A word of a query, in the form that the index uses. */
export type Keyword = {
  readonly term: string
  /** How much the word narrows the search: 1 for most words, 2 for names and codes. */
  readonly weight: number
  /** Whether the word looks like a name or a code. */
  readonly isName: boolean
  /** The terms of words with a similar meaning. */
  readonly synonyms: readonly string[]
  /** Whether parts of the word match, too, because the language has compounds or no spaces. */
  readonly hasParts: boolean
  /** Whether the word is a stop word. A query of stop words alone has no subject. */
  readonly isStop: boolean
}

const maxKeywords = 32

const compoundingLanguages = new Set(['de', 'nl', 'sv', 'da', 'ja', 'zh', 'ko'])

/**
 * Extracts the keywords of a query without stop words, or all words if there are only stop words.
 * If `knownLanguage` is absent, the language of the query is detected.
 */
export function extractKeywords(query: string, knownLanguage?: string): Keyword[] {
  const text = query.slice(0, maxReadLength)
  const language = knownLanguage ?? detectLanguage(text) ?? 'en'
  const words = splitWords(text).map((written, index) => ({
    term: toTerm(written),
    isStop: stopWords.get(language)?.has(written.toLowerCase()) === true || isTooShort(written),
    isName: isCode(written) || isProperName(written, index, text, language),
  }))
  const { weak, synonyms } = languageTerms.get(language) ?? languageTerms.add(language)
  const some = words.some(({ isStop }) => !isStop)
  const keywords = new Map<string, Keyword>()
  for (const { term, isStop, isName } of words) {
    if (term === '' || (some && isStop)) continue
    const weight = weak.has(term) ? 0.4 : 1
    keywords.set(term, {
      term,
      weight: isName ? 2 * weight : weight,
      isName,
      synonyms: synonyms.get(term) ?? [],
      hasParts: compoundingLanguages.has(language) && /^\p{L}+$/u.test(term),
      isStop,
    })
    if (keywords.size === maxKeywords) break
  }
  return [...keywords.values()]
}

/**
 * The weak words of a language (which hardly narrow a search), and the synonyms of its words, all
 * in the form of the index. Cached, because stemming all words of a language costs more than a
 * search.
 */
const languageTerms = new MemoCache((language) => {
  const synonyms = new Map<string, Set<string>>()
  for (const group of synonymGroups.get(language) ?? []) {
    const terms = group.map(toTerm)
    for (const term of terms) synonyms.set(term, new Set([...(synonyms.get(term) ?? []), ...terms]))
  }
  return {
    weak: new Set([...(weakWords.get(language) ?? [])].map(toTerm)),
    synonyms: new Map(
      Array.from(synonyms, ([term, group]) => [term, [...group].filter((one) => one !== term)]),
    ),
  }
})

/** A word in the form of the index: without case, accents and the most common endings. */
export const toTerm = (word: string): string => {
  // A shortcut for plain ASCII words, because most of the 30,000 words of an index are plain ASCII.
  if (/^[a-z]+$/.test(word)) return stem(word)
  return /^[a-z0-9]+$/.test(word) ? word : stem(foldWord(word))
}

const foldWord = (word: string) =>
  word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')

/**
 * Endings of inflected words in Latin script. They are removed from the words of all languages alike.
 */
const wordEndings = [
  'ungen',
  'ments',
  'ement',
  'tions',
  'iones',
  'ation',
  'acion',
  'ung',
  'ing',
  'ion',
  'ions',
  'ment',
  'ers',
  'ern',
  'est',
  'ent',
  'ado',
  'ada',
  'ido',
  'ida',
  'ies',
  'er',
  'en',
  'em',
  'es',
  'ed',
  'et',
  'ez',
  'ar',
  'ir',
  'as',
  'os',
  'an',
  'y',
  'e',
  's',
  'n',
  'a',
  'o',
  'i',
  'x',
  'r',
].toSorted((a, b) => b.length - a.length)

/** Endings by their last letter, so that each word is compared with few endings. */
const endingsByLetter = Map.groupBy(wordEndings, (ending) => ending.at(-1))

/** Cuts endings off a word, so that `returned` and `returns` have one stem. */
function stem(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word.replace(/(?<=\p{sc=Cyrl}{4})[аеиойуыэюяьмх]{1,3}$/u, '')
  let short = word
  for (const pass of [1, 2]) {
    const ending = endingsByLetter.get(short.at(-1))?.find((one) => {
      const shortest = one.length > 2 || pass > 1 ? 5 : 4
      return short.endsWith(one) && short.length - one.length >= shortest
    })
    if (ending === undefined) break
    short = short.slice(0, -ending.length)
  }
  return short
}

const isCode = (word: string) => /\p{L}/u.test(word) && /\p{N}/u.test(word)

/** Whether a word looks like a name: capitalized in a sentence, or Latin in non-Latin text. */
function isProperName(word: string, index: number, query: string, language: string): boolean {
  if (!/^\p{Lu}/u.test(word) || language === 'de') return false
  return index > 0 || (/^\p{sc=Latn}/u.test(word) && /[^\p{sc=Latn}\P{L}]/u.test(query))
}

/** Whether a word is no keyword: it is too short, or a Japanese ending in hiragana. */
const isTooShort = (word: string) =>
  /^\p{sc=Hira}+$/u.test(word) ||
  (word.length < 3 &&
    /^\p{L}*$/u.test(word) &&
    !/[\p{sc=Han}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u.test(word))
