import { toTerm } from './keywords.ts'
import { MemoCache, memoizeByObject } from '../../../contract/memoize.ts'
import { englishWords, maxReadLength, stopWords } from '../languages/languages.ts'

type Glossary = Readonly<Record<string, string>>

/** The words of a glossary for one language, prepared for many questions. */
type Dictionary = {
  /** Phrases and words as written, the longest first. */
  readonly entries: readonly (readonly [said: string, english: string])[]
  /** Single words by their term, so that inflected forms are found. Only for languages with spaces. */
  readonly terms: ReadonlyMap<string, string>
}

/** The minimum length of a translated part of a compound. */
const minCompoundPart = 5

const isUnspaced = (word: string) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(word)

function createDictionary(glossary: Glossary): Dictionary {
  const entries = Object.entries(glossary).toSorted(([a], [b]) => b.length - a.length)
  const words = entries.filter(([said]) => /^[\p{L}\p{M}]+$/u.test(said) && !isUnspaced(said))
  return { entries, terms: new Map(words.map(([said, english]) => [toTerm(said), english])) }
}

const generalDictionaries = new MemoCache((language) =>
  createDictionary(englishWords.get(language) ?? {}),
)

const companyDictionary = memoizeByObject(createDictionary)

/**
 * Replaces words of a question by the English words of tables and documents, in lower case. A word
 * is searched in the glossary of the company first, then in the general glossary. The end of a long
 * text is left out.
 */
export function toEnglish(query: string, language: string, glossary: Glossary = {}): string {
  let text = query.slice(0, maxReadLength).toLowerCase().replaceAll('’', "'")
  const common = generalDictionaries.get(language) ?? generalDictionaries.add(language)
  for (const { entries } of [companyDictionary(glossary), common])
    for (const [said, english] of entries)
      if (text.includes(said))
        text = isUnspaced(said)
          ? text.replaceAll(said, ` ${english} `)
          : replaceWord(text, said, english)
  if (language === 'en') return text
  const stops = stopWords.get(language)
  return text.replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
    stops?.has(word) === true || isUnspaced(word)
      ? word
      : translateInflected(word, common.terms, language),
  )
}

/** Matches the `zu` inside a German verb, as in `zurückzuschicken`. */
const insertedZu = /^(ab|an|auf|aus|ein|mit|vor|um|weiter|zurück)zu(?=\p{L}{4})/u

/** Translates an inflected word or the parts of a German compound; other words stay as they are. */
function translateInflected(word: string, terms: Dictionary['terms'], language: string): string {
  const term = toTerm(language === 'de' ? word.replace(insertedZu, '$1') : word)
  const whole = terms.get(term)
  if (whole !== undefined || language !== 'de') return whole ?? word
  const parts = Array.from(terms).filter(
    ([part]) => part.length >= minCompoundPart && (term.startsWith(part) || term.endsWith(part)),
  )
  return parts.map(([, english]) => english).join(' ') || word
}

const isLetter = (character: string) => /^[\p{L}\p{N}]$/u.test(character)

/** Replaces a word or a phrase in a text, but not inside a longer word. */
function replaceWord(text: string, word: string, by: string): string {
  return text
    .split(word)
    .reduce((before, after) =>
      isLetter(before.slice(-1)) || isLetter(after.slice(0, 1))
        ? `${before}${word}${after}`
        : `${before} ${by} ${after}`,
    )
}
