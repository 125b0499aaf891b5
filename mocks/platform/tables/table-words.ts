import type { CompanyTable, Glossary } from '../../../contract/company-table.ts'
import { toTerm } from '../knowledge-bases/keywords.ts'
import { stopWords } from '../languages/languages.ts'
import { toEnglish } from '../knowledge-bases/to-english.ts'

/** Words of a question that say what is asked of the rows. */
const operations = {
  count: ['how many', 'number of', 'count'],
  sum: ['total', 'sum', 'altogether', 'how much'],
  value: ['what is the'],
  average: ['average', 'mean', 'on average'],
  most: ['most'],
  highest: ['highest', 'biggest', 'largest', 'longest', 'best', 'maximum', 'most expensive'],
  lowest: ['least', 'lowest', 'smallest', 'shortest', 'worst', 'minimum', 'fewest', 'cheapest'],
  group: ['by', 'per', 'for each', 'for every'],
  latest: ['last', 'latest', 'newest', 'most recent'],
  first: ['first one', 'the first'],
  second: ['second one', 'the second'],
  third: ['third one', 'the third'],
  reason: ['why', 'reason', 'cause', 'what is wrong with', 'what was the cause of'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type OperationName = keyof typeof operations

/** Words that change nothing about what is asked. */
const fillers =
  'moment currently now today list overview make made during come came last happen planned ship responsible high number lose already go went tonight marked flagged labelled rated soon take took'.split(
    ' ',
  )

export type Meaning =
  | { readonly is: 'table' | 'filler' }
  | { readonly is: 'operation'; readonly name: keyof typeof operations }
  | { readonly is: 'column'; readonly column: number }
  /** A value to have, or after a word such as `not`, one to be without. */
  | {
      readonly is: 'value'
      readonly column: number
      readonly value: string
      readonly isExcluded?: boolean
    }

/** What the words of a table mean, by their terms joined with spaces. */
type Vocabulary = ReadonlyMap<string, readonly Meaning[]>

/** Words before a value that rows must not have. */
const exclusions: ReadonlySet<string> = new Set(['not', 'without', 'except'])

/** Maximum number of terms that one word can stand for. */
const maxTerms = 5

const months =
  'January February March April May June July August September October November December'.split(' ')
const quarters = ['first quarter', 'second quarter', 'third quarter', 'fourth quarter']
const periods: readonly (readonly string[])[] = [months, quarters]

const nameAt = (names: readonly string[], at: number) =>
  (names.at(at % names.length) ?? '').toLowerCase()

/** Writes the months and quarters that words such as `last month` mean in a table. */
function withPeriods(text: string, { columns, rows }: CompanyTable, now: number): string {
  const latest = rows.at(-1)?.[columns.findIndex(({ name }) => name === 'month')]
  const known = months.indexOf(String(latest))
  // Figures end with their last month, whenever they are shown: `this month` is that one.
  const month = known < 0 ? new Date(now).getUTCMonth() : known
  return ['last', 'this', 'next'].reduce(
    (before, word, at) =>
      before
        .replaceAll(`${word} month`, nameAt(months, month + at - 1))
        .replaceAll(`${word} quarter`, nameAt(quarters, Math.floor(month / 3) + at - 1)),
    text,
  )
}

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-.'’][\p{L}\p{N}]+)*/gu) ?? []

/** Stems alone keep some plurals apart: `order` and `orders`. */
const termsOf = (words: readonly string[]) =>
  words.map((word) => toTerm(word.replace(/(?<=[a-z]{2}[^s])s$/, ''))).join(' ')

/** The meanings of words by their text: `small` is not `smallest`, which has the same term. */
const operationMeanings = new Map<string, Meaning>(
  Object.entries(operations).flatMap(([name, phrases]) =>
    phrases.map((phrase) => [phrase, { is: 'operation', name: name as OperationName }]),
  ),
)

const vocabularies = new WeakMap<CompanyTable, Vocabulary>()

function vocabularyOf(table: CompanyTable): Vocabulary {
  const known = vocabularies.get(table)
  if (known !== undefined) return known
  const meanings = new Map<string, Meaning[]>()
  const add = (words: readonly string[], meaning: Meaning) => {
    for (const word of words) {
      const terms = termsOf(wordsOf(word))
      if (terms !== '') meanings.set(terms, [...(meanings.get(terms) ?? []), meaning])
    }
  }
  add(fillers, { is: 'filler' })
  add(table.words, { is: 'table' })
  for (const [column, { name, words = [], kind }] of table.columns.entries()) {
    add([...new Set([name, ...words])], { is: 'column', column })
    if (kind !== undefined) continue
    const values = [...new Set(table.rows.map((row) => String(row[column])))]
    // A month that has no row is a value, too: that nothing is there answers a question about it.
    const all = periods.find((names) => values.every((value) => names.includes(value))) ?? values
    for (const value of all) add([value], { is: 'value', column, value })
  }
  vocabularies.set(table, meanings)
  return meanings
}

/** What the words of a question mean, the longest phrases first; `undefined` if one means nothing. */
function readMeanings(
  words: readonly string[],
  vocabulary: Vocabulary,
  stops: ReadonlySet<string>,
): Meaning[] | undefined {
  const found: Meaning[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(maxTerms, words.length - at)
    let meanings: readonly Meaning[] = []
    for (; length > 0 && meanings.length === 0; length--) {
      const phrase = words.slice(at, at + length)
      const operation = operationMeanings.get(phrase.join(' '))
      meanings = [
        ...(operation === undefined ? [] : [operation]),
        ...(vocabulary.get(termsOf(phrase)) ?? []),
      ]
      if (meanings.length > 0) break
    }
    const word = words[at] ?? ''
    if (meanings.length === 0 && !stops.has(word) && !/^\p{sc=Hira}+$/u.test(word)) return undefined
    const isExcluded = exclusions.has(words[at - 1] ?? '')
    found.push(
      ...meanings.map((one) => (isExcluded && one.is === 'value' ? { ...one, isExcluded } : one)),
    )
    at += Math.max(1, length)
  }
  return found
}

const stopWordsOf = (language: string): ReadonlySet<string> =>
  new Set([...(stopWords.get(language) ?? []), ...(stopWords.get('en') ?? [])])

/** Creates a function that reads a question for a table; `undefined` if a word means nothing there. */
export function createReader(
  query: string,
  language: string,
  glossary: Glossary,
  now: number,
): (table: CompanyTable) => Meaning[] | undefined {
  const text = toEnglish(query, language, glossary[language])
  const stops = stopWordsOf(language)
  return (table) => readMeanings(wordsOf(withPeriods(text, table, now)), vocabularyOf(table), stops)
}
