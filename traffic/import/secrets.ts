import { isObject } from '../../contract/json.ts'
import {
  canBeSecret,
  findSecretForms,
  headerPlace,
  isSecretNumber,
  isSecretPlace,
  kindOf,
} from '../../secrets/forms.ts'
import { createPseudonyms, KnownSecrets } from '../../secrets/pseudonyms.ts'
import type { RecordedExchange } from '../har/read-entry.ts'
import { looksLikeJson, mapJsonStrings, type TextMapper } from '../redact/json-strings.ts'

/**
 * The credentials of recordings: tokens, keys, passwords. An import replaces them in everything that
 * it writes. Names, email addresses and texts stay.
 */
export class ImportedSecrets {
  readonly #known = new KnownSecrets()
  readonly #pseudonym = createPseudonyms(crypto.getRandomValues(new Uint8Array(32)))

  /** Learns the credentials of an exchange. */
  learn({ request, response }: RecordedExchange): void {
    for (const [name, value] of [...request.headers, ...response.headers])
      if (headerPlace(name) === 'credential') this.#add(value.replace(/^[A-Za-z]+ +/, ''))
    for (const [name, value] of request.url.searchParams)
      if (isSecretPlace([name], value)) this.#add(value)
    for (const { body } of [request, response]) if (typeof body === 'string') this.#learnText(body)
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

  #learnText(text: string): void {
    for (const { kind, value } of findSecretForms(text))
      if (['jwt', 'key', 'other'].includes(kind)) this.#add(value)
    const learn =
      (isSecret: typeof isSecretNumber): TextMapper =>
      (names, value) => {
        if (isSecret(names, value)) this.#add(value)
        else if (looksLikeJson(value)) this.#learnText(value)
        return value
      }
    mapJsonStrings(text, learn(isSecretPlace), undefined, learn(isSecretNumber))
  }

  #add(value: string): void {
    const secret = value.replace(/^(Bearer|Basic|Token) +/i, '')
    // A plain word, such as the token `expired` of a test, also stands in ordinary texts.
    if (canBeSecret(secret) && !/^[a-z]{1,15}$/i.test(secret))
      this.#known.add(secret, this.#pseudonym(kindOf(secret), secret))
  }
}
