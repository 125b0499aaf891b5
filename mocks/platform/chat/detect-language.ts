import { stopWords } from './languages/stop-words.ts'

/** Languages that their writing system identifies. The first entry that fits decides. */
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

/** Letters and elisions that hint at one of the languages in Latin script. */
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

/** Characters to look at: the rest of a long text adds nothing about its language. */
const maxLength = 2000

/** Detects the language of a text as a code of two letters, such as `de`; `undefined` if it is unclear. */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, maxLength).normalize()
  const latin = countMatches(sample, /\p{sc=Latn}/gu)
  const [written] = writingSystems
    // Product names are Latin everywhere, so a third as many letters of another system decide.
    .filter(
      ([, writing, letters]) => writing.test(sample) && countMatches(sample, letters) * 3 > latin,
    )
  if (written !== undefined) return written[0]
  return detectLatinLanguage(sample)
}

function detectLatinLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const [best, second] = Object.entries(stopWords)
    .map(([language, known]) => {
      const hits = words.filter((word) => known.has(word)).length
      return { language, score: hits + (hintLetters[language]?.test(text) ? 1 : 0) }
    })
    .toSorted((a, b) => b.score - a.score)
  return best !== undefined && best.score > (second?.score ?? 0) ? best.language : undefined
}

const countMatches = (text: string, what: RegExp) => text.match(what)?.length ?? 0
