import { type Phrases, phrasesByLanguage } from '../languages/languages.ts'

/** A greeting, a thank-you or a question about abilities, and the language of this message. */
export type SmallTalk = {
  readonly kind: 'greetings' | 'thanks' | 'abilities'
  readonly language: string
}

const maxSmallTalkLength = 80

/** Detects a greeting, thanks, or a question about abilities, in a short text. */
export function detectSmallTalk(
  query: string,
  language: string | undefined,
): SmallTalk | undefined {
  const text = normalizeText(query.slice(0, 2 * maxSmallTalkLength))
  if (text === '' || text.length > maxSmallTalkLength) return undefined
  // Several languages have words such as `hallo`, so the detected language is tried first.
  const languages = [...phrasesByLanguage].toSorted(
    ([a], [b]) => Number(b === language) - Number(a === language),
  )
  const withoutGreeting = removeGreeting(text)
  for (const kind of ['abilities', 'thanks', 'greetings'] as const)
    for (const [one, phrases] of languages)
      for (const said of [text, withoutGreeting])
        if (phrases[kind].some((phrase) => matchesPhrase(kind, phrase, said, phrases)))
          return { kind, language: one }
  // Users may send a suggested question as it is, so these questions must be recognized.
  const suggested = languages.find(([, { suggestions }]) =>
    suggestions.some((suggestion) => normalizeText(suggestion) === text),
  )
  return suggested && { kind: 'abilities', language: suggested[0] }
}

/** Removes the greeting at the beginning of a text such as `hello what can you do`. */
function removeGreeting(text: string): string {
  const greetings = [...phrasesByLanguage.values()]
    .flatMap((phrases) => phrases.greetings)
    .filter((greeting) => text.startsWith(`${greeting} `))
  return text.slice(Math.max(0, ...greetings.map(({ length }) => length))).trim()
}

export const normalizeText = (text: string) =>
  text
    .normalize()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ')
    .trim()

/**
 * Whether a text is a phrase, possibly with a name after it, or a question with a few words after
 * it.
 */
function matchesPhrase(
  kind: SmallTalk['kind'],
  phrase: string,
  text: string,
  phrases: Phrases,
): boolean {
  if (text === phrase) return true
  const isWord = !phrase.includes(' ') && /^[\p{sc=Latn}\p{sc=Cyrl}]+$/u.test(phrase)
  if (!text.startsWith(phrase)) return false
  const rest = text.slice(phrase.length)
  const words = rest.trim().split(' ').length
  if (kind === 'abilities') return !isWord && words <= 3 && rest.length <= 24
  if (kind === 'thanks' && phrases.thanks.includes(rest.trim())) return true
  return rest.startsWith(' ') && words <= 2
}
