import type { CompanyTable, Glossary } from '../../../contract/company-table.ts'
import { memoizeByObject } from '../../../contract/memoize.ts'
import { toTerm } from '../knowledge-bases/keywords.ts'
import { toEnglish } from '../knowledge-bases/to-english.ts'
import { stopWords } from '../languages/languages.ts'

/** Words of a question that say how to evaluate the rows. */
const operationPhrases = {
  count: ['how many', 'number of', 'count'],
  sum: ['total', 'sum', 'altogether', 'how much'],
  value: ['what is the'],
  average: ['average', 'mean', 'on average'],
  most: ['most'],
  highest: ['highest', 'biggest', 'largest', 'longest', 'best', 'maximum', 'most expensive'],
  lowest: ['least', 'lowest', 'smallest', 'shortest', 'worst', 'minimum', 'fewest', 'cheapest'],
  group: ['by', 'per', 'for each', 'for every'],
  previous: ['before', 'before that', 'previous', 'prior'],
  following: ['after', 'after that', 'following'],
  latest: ['last', 'latest', 'newest', 'most recent'],
  first: ['first one', 'the first'],
  second: ['second one', 'the second'],
  third: ['third one', 'the third'],
  reason: ['why', 'reason', 'cause', 'what is wrong with', 'what was the cause of'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type OperationName = keyof typeof operationPhrases

/** Words that do not change the meaning of a question. */
const fillerWords =
  'moment currently now today list overview make made during come came last happen planned ship responsible high number lose already go went tonight marked flagged labelled rated soon take took'.split(
    ' ',
  )

/** What a word of a question means for a table. */
export type Meaning =
  | { readonly is: 'table' | 'filler' }
  | { readonly is: 'operation'; readonly name: OperationName }
  | { readonly is: 'column'; readonly column: number }
  /** A value that rows must have, or, after a word such as `not`, must not have. */
  | {
      readonly is: 'value'
      readonly column: number
      readonly value: string
      readonly isExcluded?: boolean
    }
  | Bound

/** A bound such as `more than 30 days`. */
export type Bound = {
  readonly is: 'bound'
  readonly sign: '>' | '≥' | '<' | '≤'
  readonly limit: number
  /** The unit after the number, such as `day`; empty if there is none. */
  readonly unit: string
  /** The column that is named after the number, as in `more than 200 sensors`. */
  readonly column?: number
}

/** The meanings of words and phrases in a table. The keys are their terms, joined with spaces. */
type Vocabulary = ReadonlyMap<string, readonly Meaning[]>

/** Words before a value that rows must not have. */
const exclusionWords: ReadonlySet<string> = new Set(['not', 'without', 'except'])

/** The words before the number of a bound. */
const signPhrases = {
  'more than': '>',
  'longer than': '>',
  over: '>',
  above: '>',
  'at least': '≥',
  'less than': '<',
  'fewer than': '<',
  under: '<',
  below: '<',
  'at most': '≤',
  'up to': '≤',
} as const

const boundPattern =
  /^(more than|longer than|over|above|at least|less than|fewer than|under|below|at most|up to) (\d+(?:\.\d+)?)(?: (days?|euros?|percent|minutes?))?(?= |$)/

/** The bound with which the words begin, and its number of words. */
function readBound(words: readonly string[]): { bound: Bound; length: number } | undefined {
  const found = boundPattern.exec(words.join(' '))
  if (found === null) return undefined
  const [phrase, sign, limit, unit = ''] = found
  return {
    bound: {
      is: 'bound',
      sign: signPhrases[sign as keyof typeof signPhrases],
      limit: Number(limit),
      unit: unit.replace(/s$/, ''),
    },
    length: phrase.split(' ').length,
  }
}

/** The maximum number of words in a phrase that has one meaning. */
const maxPhraseTerms = 5

const months =
  'January February March April May June July August September October November December'.split(' ')
const quarters = ['first quarter', 'second quarter', 'third quarter', 'fourth quarter']
/** The names of periods, in the order of the calendar. */
export const periodNames: readonly (readonly string[])[] = [months, quarters]
const nameAt = (names: readonly string[], at: number) =>
  (names.at(at % names.length) ?? '').toLowerCase()

/** Replaces phrases such as `last month` with the month or quarter that they mean in a table. */
function replacePeriods(text: string, { columns, rows }: CompanyTable, now: number): string {
  const latest = rows.at(-1)?.[columns.findIndex(({ name }) => name === 'month')]
  const known = months.indexOf(String(latest))
  // `This month` is the last month of the data, even if that is not the current month.
  const month = known < 0 ? new Date(now).getUTCMonth() : known
  return ['last', 'this', 'next'].reduce(
    (before, word, at) =>
      before
        .replaceAll(`${word} month`, nameAt(months, month + at - 1))
        .replaceAll(`${word} quarter`, nameAt(quarters, Math.floor(month / 3) + at - 1)),
    text,
  )
}

/** The words of a text. Commas and points between thousands are removed: 10,000 becomes 10000. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '')
    .match(/[\p{L}\p{N}]+(?:[-.'’][\p{L}\p{N}]+)*/gu) ?? []

/** Converts words to terms, and removes plural endings that stemming keeps, as in `orders`. */
const joinTerms = (words: readonly string[]) =>
  words.map((word) => toTerm(word.replace(/(?<=[a-z]{2}[^s])s$/, ''))).join(' ')

/** Operations by their exact words: `small` is not `smallest`, though both have the same term. */
const operationMeanings = new Map<string, Meaning>(
  Object.entries(operationPhrases).flatMap(([name, phrases]) =>
    phrases.map((phrase) => [phrase, { is: 'operation', name: name as OperationName }]),
  ),
)

const vocabularyOf = memoizeByObject((table: CompanyTable): Vocabulary => {
  const meanings = new Map<string, Meaning[]>()
  const add = (words: readonly string[], meaning: Meaning) => {
    for (const word of words) {
      const terms = joinTerms(wordsOf(word))
      if (terms !== '') meanings.set(terms, [...(meanings.get(terms) ?? []), meaning])
    }
  }
  add(fillerWords, { is: 'filler' })
  add(table.words, { is: 'table' })
  for (const [column, { name, words = [], kind }] of table.columns.entries()) {
    add([...new Set([name, ...words])], { is: 'column', column })
    if (kind !== undefined) continue
    const values = [...new Set(table.rows.map((row) => String(row[column])))]
    // A month without rows is a value, too: the answer is then that nothing happened.
    const all =
      periodNames.find((names) => values.every((value) => names.includes(value))) ?? values
    // Also adds `the third quarter`, because `the third` alone means a row.
    for (const value of all) add([value, `the ${value}`], { is: 'value', column, value })
  }
  return meanings
})

/** The meanings of a question's words, the longest phrases first; `undefined` if a word has none. */
function readMeanings(
  words: readonly string[],
  vocabulary: Vocabulary,
  stops: ReadonlySet<string>,
): Meaning[] | undefined {
  const found: Meaning[] = []
  for (let at = 0; at < words.length;) {
    const limited = readBound(words.slice(at, at + maxPhraseTerms))
    if (limited !== undefined) {
      at += limited.length
      const [named] = vocabulary.get(joinTerms(words.slice(at, at + 1))) ?? []
      const column = named?.is === 'column' ? { column: named.column } : {}
      found.push({ ...limited.bound, ...column })
      at += Object.keys(column).length
      continue
    }
    let length = Math.min(maxPhraseTerms, words.length - at)
    let meanings: readonly Meaning[] = []
    for (; length > 0 && meanings.length === 0; length--) {
      const phrase = words.slice(at, at + length)
      const operation = operationMeanings.get(phrase.join(' '))
      meanings = [
        ...(operation === undefined ? [] : [operation]),
        ...(vocabulary.get(joinTerms(phrase)) ?? []),
      ]
      if (meanings.length > 0) break
    }
    const word = words[at] ?? ''
    if (meanings.length === 0 && !stops.has(word) && !/^\p{sc=Hira}+$/u.test(word)) return undefined
    const isExcluded = exclusionWords.has(words[at - 1] ?? '')
    found.push(
      ...meanings.map((one) => (isExcluded && one.is === 'value' ? { ...one, isExcluded } : one)),
    )
    at += Math.max(1, length)
  }
  return found
}

const stopWordsOf = (language: string): ReadonlySet<string> =>
  new Set([...(stopWords.get(language) ?? []), ...(stopWords.get('en') ?? [])])

/** Creates a function that parses a question for a table; `undefined` if a word is unknown. */
export function createReader(
  query: string,
  language: string,
  glossary: Glossary,
  now: number,
): (table: CompanyTable) => Meaning[] | undefined {
  const text = toEnglish(query, language, glossary[language])
  const stops = stopWordsOf(language)
  return (table) =>
    readMeanings(wordsOf(replacePeriods(text, table, now)), vocabularyOf(table), stops)
}
