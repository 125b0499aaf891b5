import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openRecorder } from '../../traffic/record/recorder.ts'
import type { HarEntry } from '../../traffic/record/har-entry.ts'
import { createRedactor, type Redactor } from '../../traffic/redact/redactor.ts'
import { visibleTexts } from '../support/planted-secrets.ts'
import { proxyBefore } from '../support/raw-upstream.ts'
import { seeded } from '../support/seeded.ts'

/** A request, and the response of the deployment. */
type Exchange = {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly answer?: {
    readonly reason?: string
    readonly headers?: Readonly<Record<string, string>>
    /** The chunks of the body, each of which is written separately. */
    readonly body?: readonly (string | Uint8Array)[]
  }
}

type Planting = {
  /** The row of the table in docs/traffic.md, as the text of its first column. */
  readonly row: string
  readonly where: string
  readonly secret: string
  readonly exchanges: readonly Exchange[]
}

const random = seeded(34)
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const pick = (from: string, length: number) =>
  Array.from({ length }, () => from[random(from.length)]).join('')
/** A secret without a known form: only its place identifies it. */
const word = () => `${pick(letters, 6)}7${pick(letters, 5)}4${pick(letters, 7)}`
const digits = () => `5${pick('0123456789', 9)}`
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = () => `${base64url({ alg: 'HS256' })}.${base64url({ jti: word() })}.${word()}${word()}`
const uuid = () => [8, 4, 4, 4, 12].map((length) => pick('0123456789abcdef', length)).join('-')
const pem = () => `${pick(letters, 30)}/${pick(letters, 33)}`

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const answering = (
  body: string | Uint8Array,
  headers: Record<string, string> = json,
): Exchange => ({
  answer: { headers, body: [body] },
})
const sending = (body: string | Uint8Array, headers: Record<string, string> = json): Exchange => ({
  headers,
  body,
})

/** The names that the table lists, in several spellings. */
const names = [
  'password',
  'new_password',
  'passwd',
  'pwd',
  'dbpwd',
  'passphrase',
  'passcode',
  'secret',
  'client_secret',
  'clientSecret',
  'token',
  'refreshToken',
  'access-token',
  'ticket',
  'api_key',
  'apiKey',
  'private_key',
  'credential',
  'authorization',
  'jwt',
  'userjwt',
  'bearer',
  'code_verifier',
  'client_assertion',
  'SAMLResponse',
  'invite_code',
  'invitationCode',
  'otp_code',
  'one_time_code',
  'recoveryCode',
  'secret_value',
  'token_hash',
]
/** Names whose value must look like a key. */
const vague = ['encryptionKey', 'signing_key', 'key', 'signature', 'sig', 'sid', 'session', 'auth']

const credentialHeaders = [
  'authorization',
  'x-api-key',
  'api-key',
  'cf-access-client-secret',
  'ocp-apim-subscription-key',
  'x-auth-token',
  'x-csrf-token',
  'private-token',
  'x-hub-signature',
  'session-id',
]

const plant = (
  row: string,
  where: string,
  exchanges: (secret: string) => Exchange | readonly Exchange[],
  secret = word(),
): Planting => ({ row, where, secret, exchanges: [exchanges(secret)].flat() })

const part = (name: string, secret: string, before = '') =>
  `${before}--b\r\ncontent-disposition: form-data; name=${name}\r\n\r\n${secret}\r\n--b--\r\n`

const stream = { 'content-type': 'text/event-stream' }
const pieces = (text: string) => text.match(/.{1,9}/g) ?? []

const key = (body: string) =>
  `-----BEGIN PRIVATE KEY-----\n${body}\n${pem()}\n-----END PRIVATE KEY-----`

function* plantings(): Generator<Planting> {
  for (const name of credentialHeaders) {
    yield plant('header', `request ${name}`, (secret) => ({ headers: { [name]: secret } }))
    yield plant('header', `response ${name}`, (secret) => ({
      answer: { headers: { [name]: secret } },
    }))
  }
  yield plant('header', 'bearer', (secret) => ({ headers: { authorization: `Bearer ${secret}` } }))
  yield plant('header', 'basic', (secret) => ({
    headers: { authorization: `Basic ${Buffer.from(`me:${secret}`).toString('base64')}` },
  }))
  yield plant('cookie', 'cookie', (secret) => ({ headers: { cookie: `a=b; any=${secret}` } }))
  yield plant('cookie', 'set-cookie', (secret) => ({
    answer: { headers: { 'set-cookie': `any=${secret}; Path=/` } },
  }))
  for (const name of [...names, ...vague]) {
    yield plant('field', `request ${name}`, (secret) => sending(JSON.stringify({ [name]: secret })))
    yield plant('field', `response ${name}`, (secret) =>
      answering(JSON.stringify({ items: [{ [name]: secret }] })),
    )
    yield plant('parameter', `query ${name}`, (secret) => ({ path: `/a?x=1&${name}=${secret}` }))
    yield plant('form', `urlencoded ${name}`, (secret) => sending(`a=b&${name}=${secret}`, form))
  }
  for (const name of ['password', 'pwd', 'pin', 'otp', 'passcode', 'token', 'totp_code'])
    yield plant('number', name, (secret) => sending(`{"a":1,"${name}": ${secret}}`), digits())
  yield plant(
    'number',
    'in a list',
    (secret) => answering(`{"passwords":[1, ${secret}]}`),
    digits(),
  )
  for (const [where, body] of [
    ['object', (secret: string) => ({ token: { value: secret } })],
    ['by name', (secret: string) => ({ passwords: { admin: secret } })],
    ['list', (secret: string) => ({ secrets: ['a', secret] })],
    ['deep', (secret: string) => ({ client_secret: { old: [{ text: secret }] } })],
    ['credentials', (secret: string) => ({ credentials: { user: secret } })],
    ['env', (secret: string) => ({ env: { HOME_DIRECTORY: secret } })],
    ['camel case', (secret: string) => ({ dbConfig: { host: secret } })],
  ] as const)
    yield plant('below', where, (secret) => answering(JSON.stringify(body(secret))))
  for (const name of ['password', 'credentials', 'env', 'authConfig'])
    yield plant(
      'below',
      `a number in ${name}`,
      (secret) => answering(`{"${name}":{"ACCOUNT":${secret}}}`),
      digits(),
    )
  for (const [where, inner] of [
    ['object', (secret: string) => ({ api_key: secret })],
    ['list', (secret: string) => [{ api_key: secret }]],
    ['list of texts', (secret: string) => [{ tokens: [secret] }]],
    ['twice', (secret: string) => [JSON.stringify({ password: secret })]],
  ] as const)
    yield plant('json in a text', where, (secret) =>
      answering(JSON.stringify({ list: JSON.stringify(inner(secret)) })),
    )
  for (const link of ['reset-password', 'verify', 'activate', 'invites', 'magic-link'])
    yield plant('path', link, (secret) => ({ path: `/auth/${link}/${secret}?a=b` }))
  for (const [where, path] of [
    ['brackets', (secret: string) => `/a?user[password]=${secret}`],
    ['encoded brackets', (secret: string) => `/a?user%5Bpassword%5D=${secret}`],
    ['json', (secret: string) => `/a?filter=${encodeURIComponent(`{"token":"${secret}"}`)}`],
    ['semicolon', (secret: string) => `/a?x=1;token=${secret}`],
    ['signed address', (secret: string) => `/a?X-Amz-Signature=${secret}`],
    ['login', (secret: string) => `/callback?state=1&code=${secret}`],
    ['address', (secret: string) => `/a?to=${encodeURIComponent(`http://me:${secret}@h.test/`)}`],
    ['fragment', (secret: string) => `/a?next=${encodeURIComponent(`/b#access_token=${secret}`)}`],
  ] as const)
    yield plant('parameter', where, (secret) => ({ path: path(secret) }))
  for (const [where, code] of [
    ['numeric code', pick('123456789', 7)],
    ['short code', `${pick(letters, 5)}4${pick(letters, 3)}`],
  ] as const)
    yield plant('parameter', where, (secret) => ({ path: `/callback?code=${secret}` }), code)
  yield plant('parameter', 'location', (secret) => ({
    answer: { headers: { location: `/b?token=${secret}` } },
  }))
  yield plant('form', 'without a type', (secret) =>
    sending(`grant_type=password&password=${secret}`, {}),
  )
  yield plant('form', 'brackets', (secret) => sending(`user[password]=${secret}`, form))
  for (const [where, before] of [
    ['behind 20 KB', 'x'.repeat(20_000)],
    ['behind an apostrophe', "O'"],
    ['behind a quote', 'a"'],
    ['behind a space', 'correct horse '],
  ] as const)
    yield plant('form', where, (secret) => sending(`a=b&password=${before}${secret}&x=1`, form))
  for (const [where, boundary, body] of [
    ['quoted name', 'b', (secret: string) => part('"token"', secret)],
    ['plain name', 'b', (secret: string) => part('token', secret)],
    ['quoted boundary', '"b"', (secret: string) => part('"token"', secret)],
    ['preamble', 'b', (secret: string) => part('"token"', secret, 'To be ignored.\r\n')],
    ['json', 'b', (secret: string) => part('"meta"', `{"token":"${secret}"}`)],
    ['brackets', 'b', (secret: string) => part('"user[password]"', secret)],
    ['json below', 'b', (secret: string) => part('"credentials"', `{"account":"${secret}"}`)],
    ['braces', 'b', (secret: string) => part('"password"', `{${secret}}`)],
  ] as const)
    yield plant('multipart', where, (secret) =>
      sending(body(secret), { 'content-type': `multipart/form-data; boundary=${boundary}` }),
    )
  yield plant('stream', 'known, in plain pieces', (secret) => [
    { headers: { authorization: `Bearer ${secret}` } },
    {
      answer: { headers: stream, body: pieces(`so ${secret} so`).map((one) => `data: ${one}\n\n`) },
    },
  ])
  yield plant('stream', 'known, in pieces of JSON', (secret) => [
    { headers: { authorization: `Bearer ${secret}` } },
    {
      answer: {
        headers: stream,
        body: pieces(secret).map((text) => `event: a\ndata: ${JSON.stringify({ text })}\n\n`),
      },
    },
  ])
  yield plant('stream', 'two lines', (secret) =>
    answering(`event: a\ndata: {"password":\ndata: "${secret}"}\n\n`, stream),
  )
  yield plant('stream', 'one line', (secret) =>
    answering(`data: {"token":"${secret}"}\n\n`, stream),
  )
  for (const [where, encoding, encode] of [
    ['gzip', 'gzip', gzipSync],
    ['brotli', 'br', brotliCompressSync],
    ['list', 'gzip, identity', gzipSync],
    ['two', 'gzip, br', (body: string) => brotliCompressSync(gzipSync(body))],
  ] as const)
    yield plant('packed', where, (secret) =>
      answering(encode(`{"token":"${secret}"}`), { ...json, 'content-encoding': encoding }),
    )
  yield plant(
    'invite code',
    'list',
    (code) => [
      { path: '/api/admin/invite-codes', ...answering(JSON.stringify([{ code }])) },
      answering(JSON.stringify({ detail: `code=${code}` })),
    ],
    `${pick('ABCDEFGHJKLMNPQRSTUVWXYZ', 6)}29`,
  )

  const anywhere: readonly (readonly [string, (secret: string) => Exchange])[] = [
    ['text', (secret) => answering(JSON.stringify({ text: `It is ${secret}.` }))],
    ['path', (secret) => ({ path: `/a/${encodeURIComponent(secret)}/b` })],
    ['html', (secret) => answering(`<p title="${secret}">`, { 'content-type': 'text/html' })],
    ['plain text', (secret) => answering(`so: ${secret}`, { 'content-type': 'text/plain' })],
    ['key of an object', (secret) => answering(JSON.stringify({ [secret]: 1 }))],
    ['yaml', (secret) => sending(`a: ${secret}\nb: 1\n`, { 'content-type': 'text/yaml' })],
  ]
  const forms: readonly (readonly [string, () => string])[] = [
    ['jwt', jwt],
    ['svc', () => `svc_${word()}${word()}`],
    ['github', () => `ghp_${word()}${word()}`],
    ['sendgrid', () => `SG.${word()}.${word()}${word()}`],
    ['google', () => `ya29.${word()}${word()}`],
    ['email', () => `${pick(letters.toLowerCase(), 9)}@corp-${pick('0123456789', 5)}.io`],
    ['email with an umlaut', () => `${pick(letters.toLowerCase(), 5)}ü${word()}@corp.io`],
  ]
  for (const [kind, make] of forms)
    for (const [where, exchange] of anywhere)
      yield plant('form of a secret', `${kind} in ${where}`, exchange, make())
  yield plant(
    'form of a secret',
    'jwt in the reason phrase',
    (secret) => ({ answer: { reason: `Token ${secret}` } }),
    jwt(),
  )
  yield plant(
    'form of a secret',
    'jwt in an image',
    (secret) => {
      const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(` ${secret} `)])
      return answering(bytes, { 'content-type': 'image/jpeg' })
    },
    jwt(),
  )
  const written: readonly (readonly [string, (secret: string) => string])[] = [
    ['bearer', (secret) => `curl -H "Authorization: Bearer ${secret}" x`],
    ['connection string', (secret) => `Server=db;User Id=me;Password=${secret};Encrypt=yes`],
    ['address', (secret) => `postgres://me:${secret}@db.test:5432/app`],
    ['line', (secret) => `host: db.test\n  client_secret: "${secret}"\n`],
    ['configuration', (secret) => `DB_HOST=db.test\nDB_PASSWORD=${secret}\n`],
    ['element', (secret) => `<login><a:Password xml:space="x">${secret}</a:Password></login>`],
    ['HTML form', (secret) => `<input type="password" name="new" value="${secret}">`],
    ['webhook', (secret) => `https://hooks.slack.com/services/T00000000/B00000000/${secret}`],
  ]
  for (const [where, text] of written)
    for (const [carrier, exchange] of anywhere.filter(([name]) => /text|yaml/.test(name)))
      yield plant('written', `${where} in ${carrier}`, (secret) => exchange(text(secret)))
  const clear: readonly (readonly [string, (secret: string) => string, () => string])[] = [
    ['bearer of letters', (secret) => `use Bearer ${secret}`, () => pick(letters, 19)],
    ['bearer of a UUID', (secret) => `use Bearer ${secret}`, uuid],
    ['address', (secret) => `redis://me:${secret}@localhost/1`, () => pick(letters, 12)],
    ['webhook', (secret) => `x.test/services/T0000000/B0000000/${secret}`, () => pick(letters, 24)],
    ['webhook of Teams', (secret) => `x.test/a/IncomingWebhook/${secret}/b`, word],
  ]
  for (const [where, text, make] of clear)
    for (const [carrier, exchange] of anywhere.filter(([name]) => /text/.test(name)))
      yield plant('written', `${where} in ${carrier}`, (secret) => exchange(text(secret)), make())
  for (const [carrier, exchange] of anywhere.filter(([name]) => /text/.test(name)))
    yield plant('written', `PEM in ${carrier}`, (secret) => exchange(key(secret)), pem())
}

/** Leaves every entry as it is. */
const noRedactor: Redactor = {
  learn: (entry) => entry,
  replace: (entry) => entry,
  findSecret: () => undefined,
}

/** Sends all exchanges through a recording proxy; returns the entries of the finished file. */
async function recorded(
  all: readonly Exchange[],
  redactor: Redactor,
): Promise<readonly HarEntry[]> {
  const folder = await mkdtemp(join(tmpdir(), 'promised-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'a.har')
  const recorder = openRecorder(file, redactor)
  const { url } = await proxyBefore(
    (incoming, outgoing) => {
      const { answer = {} } = all[Number(incoming.headers['x-number'])] ?? {}
      incoming.resume()
      incoming.on('end', () => {
        outgoing.writeHead(200, answer.reason ?? 'OK', answer.headers)
        for (const piece of answer.body ?? []) outgoing.write(piece)
        outgoing.end()
      })
    },
    { onExchange: recorder.add },
  )
  for (const [number, { path = '/api/agents', headers, body }] of all.entries()) {
    const method = body === undefined ? 'GET' : 'POST'
    const sent = request(url + path, {
      method,
      headers: { 'x-number': String(number), ...headers },
    })
    sent.end(body)
    const [response] = (await once(sent, 'response')) as [AsyncIterable<Uint8Array>]
    for await (const _ of response) continue
  }
  await recorder.finish()
  const { log } = JSON.parse(await readFile(file, 'utf8')) as { log: { entries: HarEntry[] } }
  return log.entries
}

const planted = [...plantings()]

test('a recording has no secret at any of the places that docs/traffic.md promises to redact', async () => {
  expect(planted.length).toBeGreaterThanOrEqual(187)
  const exchanges = planted.flatMap((one) => one.exchanges)
  const redactor = createRedactor({ key: new Uint8Array(32).fill(5) })
  const [before, after] = await Promise.all(
    [noRedactor, redactor].map(async (one) => visibleTexts(await recorded(exchanges, one))),
  )
  const unseen = planted.filter(({ secret }) => !before?.includes(secret))
  expect(unseen.map(({ row, where }) => `${row}: ${where}`)).toEqual([])
  const left = planted.filter(({ secret }) => after?.includes(secret))
  expect(left.map(({ row, where, secret }) => `${row}: ${where}: ${secret}`)).toEqual([])
})

test('docs/traffic.md lists exactly the places at which secrets are planted', async () => {
  const page = await readFile('docs/traffic.md', 'utf8')
  const [, table = ''] = /\n\| Place \|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(page) ?? []
  const rows = Array.from(table.matchAll(/^\| ([^|]+) \|/gm), ([, row = '']) => row)
  expect(rows.toSorted()).toEqual([...new Set(planted.map(({ row }) => row))].toSorted())
})
