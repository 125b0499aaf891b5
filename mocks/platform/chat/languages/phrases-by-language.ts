import { arabic, chinese, hebrew, japanese, korean } from './eastern.ts'
import { dutch, english, german, swedish } from './germanic.ts'
import type { Phrases } from './phrases.ts'
import { french, italian, portuguese, spanish } from './romance.ts'
import { polish, russian } from './slavic.ts'

/** The phrases of each language that has some. */
export const phrases: Readonly<Record<string, Phrases>> = {
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
}

/** The phrases of a language; English for one without. */
export const phrasesOf = (language: string | undefined): Phrases =>
  phrases[language ?? 'en'] ?? english
