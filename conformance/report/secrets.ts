import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { formatCount, member, walk } from '../session/json.ts'
import type { Target } from '../session/test-session.ts'
import { findFullKey } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'

export type Secrets = {
  /** Each encoding of a secret, truncated to `longestPattern`, with its placeholder. */
  readonly labels: ReadonlyMap<string, string>
  /** The placeholders of keys and tokens in plain text that also show the form of the secret. */
  readonly forms: ReadonlyMap<string, string>
  /**
   * Whether the list is complete. A target may send any number of values that look like secrets.
   */
  readonly isComplete: boolean
}

/** Characters of a secret that are searched for; a longer one is recognised by its beginning. */
export const maxPattern = 256

// A shorter value could be any word, and masking it would garble the report.
const minSecret = 4

// A run of the whole suite receives about 150 secrets. Credentials that it sent are always stored.
const maxReceived = 500

/** Collects the secrets that a run sent or received, and the secrets in `more`. */
export function collectSecrets(
  target: Target,
  exchanges: readonly Exchange[],
  more: Readonly<Record<string, string | undefined>>,
): Secrets {
  const labels = new Map<string, string>()
  const forms = new Map<string, string>()
  const known = new Set<string>()
  let received = 0
  let isComplete = true
  const learn = (value: string, label: string, longest: number) => {
    if (value.length < minSecret || known.has(value)) return
    known.add(value)
    forms.set(value.slice(0, longest), withForm(label, value))
    for (const form of listEncodings(value.slice(0, 2 * longest))) {
      const pattern = form.slice(0, longest)
      if (!labels.has(pattern)) labels.set(pattern, label)
    }
  }
  const given = {
    '<PASSWORD>': target.password,
    '<OTHER_PASSWORD>': target.otherPassword,
    '<API_KEY>': target.apiKey,
    '<EXPIRED_TOKEN>': target.expiredToken,
    ...more,
  }
  for (const [label, secret] of Object.entries(given)) {
    if (secret !== undefined) learn(secret, label, Number.POSITIVE_INFINITY)
  }
  const sent = new Set(exchanges.flatMap(({ request }) => credentialsIn(request)))
  for (const exchange of exchanges) {
    const { request, json } = exchange
    // A key without the specified prefix is a secret too.
    const isCreation = request.method === 'POST' && request.path === lists.keys
    const fullKey = isCreation ? findFullKey(json)?.value : undefined
    for (const { key, value } of walk(json)) {
      if (typeof value !== 'string' || known.has(value)) continue
      const isKey = isCreation && (value === fullKey || mayBeKey(value))
      const label = isKey ? '<API_KEY>' : labelOf(key, value)
      if (label === '') continue
      const isTooMany = received >= maxReceived && !sent.has(value)
      if (isTooMany) isComplete = false
      else received += 1
      if (!isTooMany) learn(value, label, maxPattern)
    }
  }
  return { labels, forms, isComplete }
}

/**
 * Adds the form of a secret to its placeholder: `<API_KEY svc_…44 characters>`, or the number of parts
 * of a token. A password has no form that a check could be about.
 */
function withForm(label: string, value: string): string {
  if (label.includes('PASSWORD')) return label
  const parts = value.split('.').length
  const prefix = value.length >= minFormed ? (/^[a-z]{2,8}[_-]/i.exec(value)?.[0] ?? '') : ''
  const form = label.includes('TOKEN')
    ? `${formatCount(parts, 'part')}, ${value.length} characters`
    : `${prefix}…${value.length} characters`
  return `${label.slice(0, -1)} ${form}>`
}

// The prefix of a shorter secret would be a large part of it.
const minFormed = 16

/** The credentials in a request. */
function credentialsIn({ bearer, headers = {}, body }: RequestSpec): readonly unknown[] {
  const header = (headers['authorization'] ?? headers['Authorization'])?.split(' ').at(-1)
  return [bearer, header, member(body, 'token'), member(body, 'refresh_token')]
}

function labelOf(key: string, value: string): string {
  if (key === 'access_token') return '<ACCESS_TOKEN>'
  if (key === 'refresh_token') return '<REFRESH_TOKEN>'
  if (/token|ticket|secret|password/.test(key) && value.length >= 16) return '<TOKEN>'
  return value.startsWith('svc_') && value.length > 8 ? '<API_KEY>' : ''
}

const mayBeKey = (value: string): boolean => /^[\w-]{24,}$/.test(value) && !uuid.test(value)

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Returns the encodings of a secret that a target may use, including the plain text. */
function listEncodings(secret: string): readonly string[] {
  const quoted = quotes(secret)
  const texts = [secret, quoted[0] ?? secret]
  return [
    ...new Set([
      secret,
      ...quoted,
      ...texts.flatMap(addresses),
      ...markups(secret).flatMap((text) => [text, ...quotes(text)]),
      ...texts.flatMap(base64Forms),
    ]),
  ]
}

// Secrets in nested JSON strings are escaped several times.
function quotes(secret: string): readonly string[] {
  const forms: string[] = []
  for (let depth = 0; depth < deepestQuote; depth += 1) {
    forms.push(JSON.stringify(forms.at(-1) ?? secret).slice(1, -1))
  }
  return forms
}

const deepestQuote = 5

// Servers escape different characters, and use hex digits of either case.
function addresses(secret: string): readonly string[] {
  // A lone surrogate cannot be encoded; it is sent as U+FFFD.
  const plain = encodeURIComponent(secret.toWellFormed())
  const strict = plain.replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const forms = [plain, strict, strict.replaceAll('%20', '+')]
  return forms.flatMap((form) => [form, form.replaceAll(/%../g, (code) => code.toLowerCase())])
}

// Servers escape an apostrophe in different ways, or not at all.
const markups = (secret: string): readonly string[] =>
  ["'", '&#39;', '&#039;', '&#x27;', '&apos;'].map((apostrophe) =>
    secret
      .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
      .replaceAll("'", apostrophe),
  )

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

// In a longer base64 text a secret has three forms, by its offset in a group of three bytes. The
// characters at its ends depend on the neighbouring bytes and reveal almost nothing.
function base64Forms(secret: string): readonly string[] {
  const forms = [0, 1, 2].map((offset) => {
    const bytes = new TextEncoder().encode('\0'.repeat(offset) + secret)
    const text = btoa(String.fromCharCode(...bytes))
    return text.slice([0, 2, 3][offset], [undefined, -3, -2][bytes.length % 3])
  })
  return [btoa(String.fromCharCode(...new TextEncoder().encode(secret))), ...forms]
    .filter((form) => form.length >= minBase64)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}

// A shorter base64 text could be any word.
const minBase64 = 8
