import arabic from './ar.json' with { type: 'json' }
import czech from './cs.json' with { type: 'json' }
import danish from './da.json' with { type: 'json' }
import german from './de.json' with { type: 'json' }
import english from './en.json' with { type: 'json' }
import spanish from './es.json' with { type: 'json' }
import french from './fr.json' with { type: 'json' }
import hebrew from './he.json' with { type: 'json' }
import italian from './it.json' with { type: 'json' }
import japanese from './ja.json' with { type: 'json' }
import korean from './ko.json' with { type: 'json' }
import dutch from './nl.json' with { type: 'json' }
import polish from './pl.json' with { type: 'json' }
import portuguese from './pt.json' with { type: 'json' }
import russian from './ru.json' with { type: 'json' }
import swedish from './sv.json' with { type: 'json' }
import turkish from './tr.json' with { type: 'json' }
import chinese from './zh.json' with { type: 'json' }

/**
 * The texts of fallback answers in one language. Every language has the same keys as English. `{}`
 * is replaced by a name or a number.
 *
 * - `greetings`, `thanks` and `abilities` are texts in lower case that a user may send.
 * - `role` is the text around an agent's description if the description is in another language.
 * - `closest` introduces a passage that may not answer the query.
 * - `counted` states the number of rows in the answer, the number of all rows, and their source.
 * - `outside` introduces the reason why the agent cannot answer.
 * - `nothing` replies to a query that no document answers; `noDocuments` replies if the assistant
 *   has no documents. `narrow` asks for details. The query decides which text of each list is sent.
 */
export type Phrases = typeof english.phrases

type Language = {
  /** Frequent words that identify the language and are not keywords, separated by spaces. */
  readonly stopWords?: readonly string[]
  /** Words that are frequent in questions and do little to narrow a search. */
  readonly weakWords?: readonly string[]
  /** Groups of words with about the same meaning in questions and documents. */
  readonly synonyms?: readonly string[]
  /** For each English word of tables and documents: words of this language, separated by commas. */
  readonly english?: Readonly<Record<string, string>>
  readonly phrases?: Phrases
}

/** To add a language, add its JSON file here. */
const languages: Readonly<Record<string, Language>> = {
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
  da: danish,
  cs: czech,
  tr: turkish,
}

/** Collects the results of `read` by language code. Languages without a result are absent. */
const byLanguage = <Value>(
  read: (language: Language) => Value | undefined,
): ReadonlyMap<string, Value> =>
  new Map(
    Object.entries(languages).flatMap(([code, language]) => {
      const value = read(language)
      return value === undefined ? [] : [[code, value] as const]
    }),
  )

/** The phrases by language code, such as `en`. Languages without phrases are absent. */
export const phrasesByLanguage = byLanguage(({ phrases }) => phrases)

/** The phrases of a language; English phrases if it has none. */
export const phrasesOf = (language: string | undefined): Phrases =>
  phrasesByLanguage.get(language ?? 'en') ?? english.phrases

/**
 * Replaces the markers `{}` of a phrase one after another. The replacement is a function, because
 * `$` has a special meaning in a replacement text.
 */
export const fillPhrase = (phrase: string, ...values: readonly string[]): string =>
  values.reduce((text, value) => text.replace('{}', () => value), phrase)

const toWordSet = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')))

/** The stop words by language code, such as `en`. Languages without stop words are absent. */
export const stopWords = byLanguage(({ stopWords: lines }) => lines && toWordSet(lines))

/** The weak words by language code, in lower case and without accents. */
export const weakWords = byLanguage(({ weakWords: lines }) => lines && toWordSet(lines))

/** Groups of synonyms by language code, in lower case and without accents. */
export const synonymGroups = byLanguage(({ synonyms }) =>
  synonyms?.map((group) => group.split(' ')),
)

const translationsOf = (
  words: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(words).flatMap(([word, said]) => said.split(', ').map((one) => [one, word])),
  )

/** For each language code: a map from words to English words. For English, the map has synonyms. */
export const englishWords = byLanguage(({ english: words }) => words && translationsOf(words))

/** Languages that can be detected by their writing system. The first matching entry decides. */
const writingSystems: readonly (readonly [language: string, writing: RegExp, letters: RegExp])[] = [
  ['ja', /[\p{sc=Hira}\p{sc=Kana}]/u, /[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/gu],
  ['ko', /\p{sc=Hang}/u, /[\p{sc=Hang}\p{sc=Han}]/gu],
  ['zh', /\p{sc=Han}/u, /\p{sc=Han}/gu],
  ['uk', /[іїєґ]/iu, /\p{sc=Cyrl}/gu],
  ['ru', /\p{sc=Cyrl}/u, /\p{sc=Cyrl}/gu],
  ['fa', /[پچژگ]/u, /\p{sc=Arab}/gu],
  ['ar', /\p{sc=Arab}/u, /\p{sc=Arab}/gu],
  ['he', /\p{sc=Hebr}/u, /\p{sc=Hebr}/gu],
  ['hi', /\p{sc=Deva}/u, /\p{sc=Deva}/gu],
  ['th', /\p{sc=Thai}/u, /\p{sc=Thai}/gu],
  ['el', /\p{sc=Grek}/u, /\p{sc=Grek}/gu],
]

/**
 * Letters and elisions that are typical of one language in Latin script, and words that are stop
 * words only in another language.
 */
const hintPatterns: Readonly<Record<string, RegExp>> = {
  en: /\bper\b/i,
  de: /[äöüß]|\bpro\b/i,
  fr: /[çœèêîûà]|\b(?:qu|[ldjn])['’]/i,
  es: /[ñ¿¡]/i,
  it: /[ìòù]|\b(?:dov|cos|com|dell|nell)['’]/i,
  pt: /[ãõ]/i,
  sv: /å/i,
  da: /[æø]/i,
  pl: /[łżśąęńź]/i,
  cs: /[řěů]/i,
  tr: /[ğşı]/i,
}

/** The number of characters of a query that are read. More text costs time, but finds little. */
export const maxReadLength = 2000

/**
 * Detects the language of a text as a code of two letters, such as `de`; `undefined` if it is
 * unclear.
 */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, maxReadLength).normalize()
  const latin = countMatches(sample, /\p{sc=Latn}/gu)
  const [written] = writingSystems
    // Texts in other writing systems contain Latin product names, so a third of the letters is
    // enough.
    .filter(
      ([, writing, letters]) => writing.test(sample) && countMatches(sample, letters) * 3 > latin,
    )
  if (written !== undefined) return written[0]
  return detectLatinLanguage(sample)
}

/** The minimum number of translated words that identify a language if no stop word does. */
const minTranslatedWords = 2

function detectLatinLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const scores = [...stopWords].map(([language, known]) => {
    const hits = words.filter((word) => known.has(word)).length
    return { language, score: hits + (hintPatterns[language]?.test(text) ? 1 : 0) }
  })
  const most = Math.max(...scores.map(({ score }) => score))
  const tied = scores.filter(({ score }) => score === most)
  if (tied.length === 1) return tied[0]?.language
  // If the stop words do not decide, the language that translates more of the words is chosen.
  const [best, second] = tied
    .map(({ language }) => ({ language, known: countTranslatedWords(language, words) }))
    .toSorted((a, b) => b.known - a.known)
  if (best === undefined || best.known <= (second?.known ?? 0)) return undefined
  return most > 0 || best.known >= minTranslatedWords ? best.language : undefined
}

/** The number of words that a dictionary translates to a different English word. */
function countTranslatedWords(language: string, words: readonly string[]): number {
  const dictionary = englishWords.get(language) ?? {}
  return words.filter((word) => Object.hasOwn(dictionary, word) && dictionary[word] !== word).length
}

const countMatches = (text: string, what: RegExp) => text.match(what)?.length ?? 0
