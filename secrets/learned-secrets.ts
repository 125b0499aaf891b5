import { isObject } from '../contract/json.ts'
import {
  canBeSecret,
  findSecretForms,
  headerPlace,
  isRandomLooking,
  isSecretNumber,
  isSecretPlace,
  kindOf,
} from './forms.ts'
import { looksLikeJson, mapJsonStrings, type TextMapper } from './json-strings.ts'
import { KnownSecrets, type Pseudonyms } from './pseudonyms.ts'
import { decodePercentEscapes } from './spellings.ts'

type Message = {
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly body?: unknown
}

/** An exchange whose credentials are learned. */
type SeenExchange = {
  readonly request: Message & { readonly url: URL }
  readonly response: Message
}

/**
 * The credentials of exchanges: tokens, keys, passwords. They are replaced wherever they are repeated.
 * Names, email addresses and texts stay.
 */
export class LearnedSecrets {
  readonly #known = new KnownSecrets()
  readonly #standFor: Pseudonyms

  constructor(standFor: Pseudonyms) {
    this.#standFor = standFor
  }

  /** Learns what stands at places of credentials. */
  learn({ request, response }: SeenExchange): void {
    for (const [name, value] of [...request.headers, ...response.headers]) {
      const place = headerPlace(name)
      if (place === 'credential') this.#add(value.replace(/^[A-Za-z]+ +/, ''))
      // Most cookies are settings.
      if (place === 'cookie' || place === 'set-cookie')
        for (const part of value.split(/[;=]\s*/))
          if (isRandomLooking(part)) this.#add(decodePercentEscapes(part)?.text ?? part)
    }
    for (const [name, value] of request.url.searchParams)
      if (isSecretPlace([name], value)) this.#add(value)
    for (const { body } of [request, response])
      if (typeof body === 'string') this.#learnFields(body)
  }

  /** Learns what has the form of a credential. It takes longer than the places. */
  learnForms(text: string): void {
    for (const { kind, value } of findSecretForms(text))
      if (['jwt', 'key', 'other'].includes(kind)) this.#add(value)
  }

  /** A text without credentials. If it was cut off, it may end with the beginning of one. */
  replaceIn(text: string, isCut = false): string {
    return this.#known.replaceIn(text, isCut)
  }

  /** A copy of plain data without credentials. */
  cleanIn<Value>(value: Value): Value {
    return this.#clean(value) as Value
  }

  #clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#known.replaceIn(value)
    if (typeof value === 'number') return Number(this.#known.replaceIn(String(value)))
    if (Array.isArray(value)) return value.map((item) => this.#clean(item))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [this.#known.replaceIn(name), this.#clean(item)]),
    )
  }

  #learnFields(text: string): void {
    const learn =
      (isSecret: typeof isSecretNumber): TextMapper =>
      (names, value) => {
        if (isSecret(names, value)) this.#add(value)
        else if (looksLikeJson(value)) this.#learnFields(value)
        return value
      }
    mapJsonStrings(text, learn(isSecretPlace), undefined, learn(isSecretNumber))
  }

  #add(value: string): void {
    const secret = value.replace(/^(Bearer|Basic|Token) +/i, '')
    // A plain word, such as the token `expired` of a test, also stands in ordinary texts.
    if (canBeSecret(secret) && !/^[a-z]{1,15}$/i.test(secret))
      this.#known.add(secret, this.#standFor(kindOf(secret), secret))
  }
}
