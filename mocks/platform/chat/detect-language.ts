import { stopWords } from './languages/stop-words.ts'

/** Languages by the writing that only they have, of those that are asked in; the first one fits. */
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

/** Letters of Latin writing that give a language away. */
const hintLetters: Readonly<Record<string, RegExp>> = {
  de: /[äöüß]/i,
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

/** What comes later in a text says nothing new about its language. */
const maxLength = 2000

/** The language of a text as two letters, as `de`; `undefined` where it can't be told. */
export function detectLanguage(text: string): string | undefined {
  const seen = text.slice(0, maxLength).normalize()
  const latin = countMatches(seen, /\p{sc=Latn}/gu)
  const [written] = writingSystems
    // Names of products are Latin everywhere, and few letters of other writing say much.
    .filter(([, writing, letters]) => writing.test(seen) && countMatches(seen, letters) * 3 > latin)
  if (written !== undefined) return written[0]
  return detectLatinLanguage(seen)
}

function detectLatinLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const [best, second] = Object.entries(stopWords)
    .map(([language, known]) => {
      const said = words.filter((word) => known.has(word)).length
      return { language, score: said + (hintLetters[language]?.test(text) ? 1 : 0) }
    })
    .toSorted((a, b) => b.score - a.score)
  return best !== undefined && best.score > (second?.score ?? 0) ? best.language : undefined
}

const countMatches = (text: string, what: RegExp) => text.match(what)?.length ?? 0
