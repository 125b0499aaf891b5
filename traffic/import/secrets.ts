import type { RecordedExchange } from '../../contract/exchange.ts'
import { isObject } from '../../contract/json.ts'
import { KnownSecrets } from '../redact/known-secrets.ts'
import { canBeSecret, headerPlace, isSecretPlace } from '../redact/places.ts'
import { createPseudonyms } from '../redact/pseudonyms.ts'
import { findSecretForms, kindOf } from '../redact/secret-forms.ts'

/**
 * The credentials of recordings: tokens, keys, passwords. An import replaces them in everything that
 * it writes. Names, email addresses and texts stay.
 */
export class ImportedSecrets {
  readonly #known = new KnownSecrets()
  readonly #pseudonym = createPseudonyms(crypto.getRandomValues(new Uint8Array(32)))

  /** Learns the credentials of an exchange. */
  learn(exchange: RecordedExchange): void {
    const { request, content, headers } = exchange
    for (const [name, value] of [...Object.entries(request.headers), ...headers])
      if (headerPlace(name) === 'credential') this.#add(value.replace(/^[A-Za-z]+ +/, ''))
    for (const [name, value] of request.url.searchParams)
      if (isSecretPlace([name], value)) this.#add(value)
    if (typeof request.content === 'string') this.#learnText(request.content, request.body)
    if (typeof content === 'string') this.#learnText(content, exchange.json)
  }

  /** A copy of plain data without credentials. */
  cleanIn<Value>(value: Value): Value {
    return this.#clean(value) as Value
  }

  #clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#known.replaceIn(value)
    if (Array.isArray(value)) return value.map((item) => this.#clean(item))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [this.#known.replaceIn(name), this.#clean(item)]),
    )
  }

  #learnText(text: string, json: unknown): void {
    for (const { kind, value } of findSecretForms(text))
      if (kind === 'jwt' || kind === 'key') this.#add(value)
    this.#learnFields(json, [])
  }

  #learnFields(value: unknown, names: readonly string[]): void {
    if (typeof value === 'string') {
      if (isSecretPlace(names, value)) this.#add(value.replace(/^(Bearer|Basic|Token) +/i, ''))
    } else if (Array.isArray(value)) {
      for (const item of value) this.#learnFields(item, names)
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) this.#learnFields(item, [...names, name])
    }
  }

  #add(secret: string): void {
    // A plain word, such as the token `expired` of a test, also stands in ordinary texts.
    if (canBeSecret(secret) && !/^[a-z]{1,15}$/i.test(secret))
      this.#known.add(secret, this.#pseudonym(kindOf(secret), secret))
  }
}
