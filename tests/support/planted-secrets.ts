import type { HarEntry } from '../../traffic/record/har-entry.ts'
import { createRedactor, type RedactorOptions } from '../../traffic/redact/redactor.ts'

type Random = (below: number) => number

/** A secret, and the entry with it at a place of credentials, unless its form is known. */
export type Planted = {
  readonly form: string
  readonly secret: string
  readonly learnedFrom: HarEntry | undefined
}

type Parts = {
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly type?: string
  readonly body?: string
  readonly answerHeaders?: Readonly<Record<string, string>>
  readonly answer?: string
  readonly frames?: readonly string[]
}

const pairs = (headers: Readonly<Record<string, string>> = {}) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** Creates an entry of a recording with these parts. */
export function entryOf({
  url = '/api/agents',
  headers,
  type,
  body,
  answerHeaders,
  answer,
  frames,
}: Parts): HarEntry {
  const address = `https://platform.example${url}`
  const query = Array.from(new URL(address).searchParams, ([name, value]) => ({ name, value }))
  const text = frames?.join('') ?? answer ?? '{}'
  const mimeType = frames === undefined ? 'application/json' : 'text/event-stream'
  return {
    startedDateTime: '2026-01-05T08:00:00.000Z',
    time: 1,
    request: {
      method: body === undefined ? 'GET' : 'POST',
      url: address,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(headers),
      queryString: query,
      headersSize: -1,
      bodySize: body?.length ?? 0,
      ...(body !== undefined && { postData: { mimeType: type ?? 'application/json', text: body } }),
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(answerHeaders),
      content: {
        size: text.length,
        mimeType,
        text,
        ...(frames && { _frames: frames.map((frame, t) => ({ t, text: frame })) }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: text.length,
    },
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const json = JSON.stringify

const base64 = (value: string) => Buffer.from(value).toString('base64url')
/** A secret that is recognizable by its form. */
const shown = (secret: string) => ({ secret, learnedFrom: undefined })

/** Creates secrets of each form; each call gives a new secret and the entry that shows it. */
export function secretForms(random: Random): Readonly<Record<string, () => Omit<Planted, 'form'>>> {
  const text = (length: number, from = letters) =>
    Array.from({ length }, () => from[random(from.length)]).join('')
  const strong = (length: number) => `${text(length - 2)}7q`
  const digit = (most: number) => 1 + random(most)
  const jwt = () =>
    `${base64('{"alg":"HS256","typ":"JWT"}')}.${base64(json({ sub: text(8), email: `${text(6)}@corp.io` }))}.${text(43)}`
  const at = (secret: string, parts: Parts) => ({ secret, learnedFrom: entryOf(parts) })
  return {
    'bearer token': () => {
      const secret = jwt()
      return at(secret, { headers: { Authorization: `Bearer ${secret}` } })
    },
    'opaque bearer token': () => {
      const secret = strong(30)
      return at(secret, { headers: { authorization: `Bearer ${secret}` } })
    },
    'key in a header': () => {
      const secret = strong(24)
      return at(secret, { headers: { 'X-Api-Key': secret } })
    },
    'password of Basic': () => {
      const secret = `${strong(10)}!`
      const credential = Buffer.from(`ada:${secret}`).toString('base64')
      return at(secret, { headers: { authorization: `Basic ${credential}` } })
    },
    cookie: () => {
      const secret = strong(20)
      return at(secret, { headers: { cookie: `theme=dark; session=${secret}` } })
    },
    'new cookie': () => {
      const secret = strong(20)
      return at(secret, { answerHeaders: { 'Set-Cookie': `session=${secret}; Path=/; HttpOnly` } })
    },
    'ticket in a query': () => {
      const secret = strong(18)
      return at(secret, { url: `/api/files?name=a&ticket=${secret}` })
    },
    'token in a body': () => {
      const secret = strong(22)
      return at(secret, { body: json({ q: 'Hello', token: secret }) })
    },
    'password in a body': () => {
      const secret = `${text(6)} "${text(4)}&ü/${text(3)}`
      return at(secret, { url: '/api/auth/login', body: json({ email: 'x', password: secret }) })
    },
    'password in a form': () => {
      const secret = `${text(8)}+&=${text(3)}`
      const body = new URLSearchParams({ user: 'ada', password: secret }).toString()
      return at(secret, { body, type: 'application/x-www-form-urlencoded' })
    },
    'secret in a part of a form': () => {
      const secret = strong(16)
      const body = `--b\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n${secret}\r\n--b--\r\n`
      return at(secret, { body, type: 'multipart/form-data; boundary=b' })
    },
    'new refresh token': () => {
      const secret = strong(40)
      return at(secret, { answer: json({ data: { refresh_token: secret } }) })
    },
    'new key with its prefix': () => {
      const secret = `abc_${strong(43)}`
      return at(secret, { answer: json({ key: secret, key_prefix: secret.slice(0, 8) }) })
    },
    'environment of a server': () => {
      const secret = strong(15)
      return at(secret, { body: json({ name: 'files', env: { SOME_VALUE: secret } }) })
    },
    'unknown field of auth_config': () => {
      const secret = strong(15)
      return at(secret, { body: json({ auth_config: { type: 'bearer', app: { x: secret } } }) })
    },
    'user agent': () => {
      const secret = `Browser/${digit(99)}.0 (${text(9)}; ${text(5)})`
      return at(secret, { headers: { 'User-Agent': secret } })
    },
    'email address': () => shown(`${text(7)}.${text(4)}@${text(6).toLowerCase()}.co`),
    'IPv4 address': () =>
      shown(`${20 + digit(100)}.${digit(254)}.${digit(254)}.${10 + digit(200)}`),
    'IPv6 address': () =>
      shown(`2a01:4f8:${text(4, '123456789abcdef')}:${text(4, '123456789abcdef')}::${digit(99)}`),
    'key of a vendor': () => shown(`sk-${strong(40)}`),
    'token in a text': () => shown(jwt()),
  }
}

/** All data in a recording: also bytes, decoded escapes, and joined frames. */
export function visibleTexts(entries: readonly HarEntry[]): string {
  const text = JSON.stringify(entries)
  const bytes = entries.flatMap(({ request: { postData }, response: { content } }) =>
    [postData, content].map((body) =>
      body?.encoding === 'base64' ? Buffer.from(body.text ?? '', 'base64').toString() : '',
    ),
  )
  const frames = entries.map(({ response: { content } }) => {
    const data = Array.from((content.text ?? '').matchAll(/^data: ?(.*)$/gm), ([, one = '']) => one)
    const inner = data.map((one) => /"text":"([^"]*)"/.exec(one)?.[1] ?? '')
    return `${data.join('')}\n${inner.join('')}`
  })
  const basic = Array.from(text.matchAll(/Basic ([\w+/=]+)/g), ([, one = '']) =>
    Buffer.from(one, 'base64').toString(),
  )
  const plain = text.replaceAll(/\\+/g, '')
  const decoded = plain.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  )
  return [text, plain, decoded, ...bytes, ...frames, ...basic].join('\n')
}

/** Redacts a recording of these entries. */
export function redacted(
  entries: readonly HarEntry[],
  options: Omit<RedactorOptions, 'key'> = {},
): readonly HarEntry[] {
  const redactor = createRedactor({ key: new Uint8Array(32).fill(7), ...options })
  return entries.map((entry) => redactor.learn(entry)).map((entry) => redactor.replace(entry))
}
