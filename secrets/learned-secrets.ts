import { copyExchange, type ExchangeParts, type RecordedExchange } from '../contract/exchange.ts'
import { isObject } from '../contract/json.ts'
import { references } from '../contract/kinds.ts'
import {
  canBeSecret,
  findSecretForms,
  holdsSecrets,
  isPasswordPlace,
  isPlainText,
  isRandomLooking,
  isSecretPlace,
  isSetting,
  kindOf,
  mayBeText,
  schemeAndCredential,
} from './forms.ts'
import { mapAddress, mapBody, mapFrame, mapHeader, type PlaceMapper } from './places.ts'
import { KnownSecrets, leastSecret, type Pseudonyms } from './pseudonyms.ts'
import { decodePercentEscapes } from './spellings.ts'

/**
 * Collects the credentials of exchanges (tokens, keys, passwords), and replaces them in any text.
 * Names, email addresses and other texts stay.
 */
export class LearnedSecrets {
  readonly #known = new KnownSecrets()
  readonly #standFor: Pseudonyms
  /** Texts with the form of a key. They wait, because a later exchange may show that one is an id. */
  readonly #waiting = new Set<string>()
  /** The ids of records that have the form of a key, such as `agent_01HZX3K8Q2V5N7M4B6C9D0E1F2`. */
  readonly #ids = new Set<string>()

  readonly #places: PlaceMapper = {
    secret: (value) => this.#learn(value),
    // Most cookies are settings, not credentials.
    cookie: (value) =>
      isSetting(value) ? value : this.#learn(decodePercentEscapes(value)?.text ?? value),
    agent: (value) => value,
    text: (value) => value,
    field: (names, value, path) => {
      if (isSecretPlace(names, value, path)) return this.#learn(value, isPasswordPlace(names))
      const isId = isIdPlace(names) && isRandomLooking(value)
      if (isId && kindOf(value) === 'key') this.#ids.add(value)
      return value
    },
  }

  constructor(standFor: Pseudonyms) {
    this.#standFor = standFor
  }

  /**
   * Collects the values of the headers, parameters and fields that hold credentials. Returns the
   * exchange without the credentials that only their place identifies, such as a short password.
   */
  learn(exchange: RecordedExchange): RecordedExchange {
    const { request, content, mimeType, parts, frames } = exchange
    const { url, headers } = request
    const headersIn = (all: ExchangeParts['requestHeaders']) =>
      Array.from(all, ([name, value]) => [name, this.#mapHeader(name, value)] as const)
    const bodyIn = (text: ExchangeParts['requestContent'], type = '') =>
      typeof text === 'string' ? mapBody(text, type, url.pathname, this.#places) : text
    return copyExchange(exchange, {
      url: new URL(mapAddress(url.href, this.#places)),
      requestHeaders: headersIn(parts.requestHeaders),
      requestContent: bodyIn(request.content, headers['content-type']),
      responseHeaders: headersIn(parts.responseHeaders),
      content: bodyIn(content, mimeType),
      frames: frames?.map(({ t, text }) => ({ t, text: mapFrame(text, this.#places) })),
    })
  }

  /**
   * Keeps a Basic header as a whole, because a long user name in changed base64 would not be found
   * later.
   */
  #mapHeader(name: string, value: string): string {
    const mapped = mapHeader(name, value, this.#places)
    return /^basic /i.test(value) ? value : mapped
  }

  /**
   * Collects the values in a text that look like credentials, except ids of records. Slower than
   * reading fields.
   */
  learnForms(text: string): void {
    for (const { kind, value } of findSecretForms(text))
      if (kind === 'key') this.#waiting.add(value)
      else if (kind === 'jwt' || kind === 'other') this.#learn(value)
  }

  /** Collects the values in a path that look like credentials, also those with escapes. */
  learnPath(path: string): void {
    this.learnForms(path)
    const decoded = decodePercentEscapes(path)
    if (decoded !== undefined) this.learnForms(decoded.text)
  }

  /** Removes credentials from a text, including a truncated one at its end. */
  replaceIn(text: string, isCut = false): string {
    this.#learnWaiting()
    return this.#known.replaceIn(text, isCut)
  }

  /** Copies plain data without credentials. */
  cleanIn<Value>(value: Value): Value {
    this.#learnWaiting()
    return this.#clean(value) as Value
  }

  #learnWaiting(): void {
    for (const value of this.#waiting.difference(this.#ids)) this.#learn(value)
    this.#waiting.clear()
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

  /**
   * Replaces a secret that is too short or common to search for. Other secrets stay here, and are
   * replaced later.
   */
  #learn(value: string, isPassword = false): string {
    const [scheme, credential] = schemeAndCredential(value)
    const secret = /^(Bearer|Basic|Token)\s/i.test(scheme) ? credential : value
    const kind = kindOf(secret)
    if (kind === 'email' || !canBeSecret(secret)) return value
    const stand = this.#standFor(kind, secret)
    // A short password may also be in names, ids and dates.
    const isShort = secret.length < (isPassword && isPlainText(secret) ? 12 : leastSecret)
    if (isShort || mayBeText(secret)) return value.slice(0, value.length - secret.length) + stand
    this.#known.add(secret, stand)
    return value
  }
}

/** Whether a field has the id of a record, by the names that lead to the field. */
const isIdPlace = (names: readonly string[]): boolean => {
  const name = names.at(-1) ?? ''
  const isId = idNames.has(name) || Object.hasOwn(references, name)
  return isId && !names.some(holdsSecrets)
}

const idNames: ReadonlySet<string> = new Set(['id', '_id', 'uuid'])
