import type { JournalRecord } from '../../../contract/control/journal.ts'
import type { WorldDetails } from '../../../contract/control/worlds.ts'
import { isObject, parseJson } from '../../../contract/json.ts'
import { replaceCredentials, addNotes, findKey, headersOf, urlOf } from './copy-call.ts'
import { isUuid } from '../../../contract/uuid.ts'

/** The modules from which the generated test can import `test`. */
export const checkRunners = ['vitest', '@playwright/test'] as const

export type CheckOptions = {
  readonly runner: (typeof checkRunners)[number]
  /** The base URL of the world. */
  readonly root: string
  /** The users and keys of the world. Without them, the test needs environment variables. */
  readonly world: Pick<WorldDetails, 'users' | 'keys'> | undefined
}

/**
 * Returns the code of a test that sends a call again. The test expects the same status, the same
 * envelope, and the same types of fields. Values such as ids and times may differ.
 */
export function checkOfCall(call: JournalRecord, { runner, root, world }: CheckOptions): string {
  const { method, path, status } = call
  const notes = new Set(call.faults.map((fault) => `The fault ${fault} affected this call.`))
  const constants = new Map<string, string>()
  /** Inserts credentials. Adds notes only for credentials that the environment must provide. */
  const insertCredentials = (text: string) =>
    replaceCredentials(text, world === undefined ? notes : new Set(), (name, mask) => {
      constants.set(name, credentialOf(name, mask, world))
      return `" + ${name} + "`
    }).replaceAll(' + ""', '')
  const isDeletion = method === 'DELETE' && status !== null && status < 400
  if (isDeletion)
    notes.add('Each run has a world of its own, because a second deletion would be refused.')
  const base = isDeletion
    ? `${quote(root.replace(/(\/w\/[^/]+)?$/, '/w/check-'))} + crypto.randomUUID().slice(0, 8)`
    : quote(root)
  const fetchCall = `fetch(base + ${insertCredentials(quote(urlOf(call, '')))}, ${insertCredentials(requestOf(call, world))})`
  const constantLines = Array.from(constants, ([name, value]) => `const ${name} = ${value}`)
  const lines = [
    ...(runner === 'vitest' || call.stream === null ? [] : ['test.setTimeout(60_000)']),
    ...constantLines,
    ...(status === null
      ? [`await expect(${fetchCall}).rejects.toThrow()`]
      : [`const response = await ${fetchCall}`, `expect(response.status).toBe(${status})`]),
    ...(status === null ? [] : bodyExpectations(call)),
  ]
  const text = [
    `import { expect, test } from '${runner}'`,
    '',
    `const base = ${base}`,
    ...(constantLines.some((line) => line.includes('signIn(')) ? ['', signInText] : []),
    '',
    `test(${quote(`${method} ${path} is answered with ${status ?? 'a reset'}`)}, async () => {`,
    ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`),
    runner === 'vitest' && call.stream !== null ? '}, 60_000)' : '})',
    '',
  ]
  return addNotes(call, notes, '//', text.join('\n'))
}

const quote = (text: string) => JSON.stringify(text)

/** Returns the JavaScript expression for a credential that the journal has masked. */
function credentialOf(name: string, mask: string, world: CheckOptions['world']): string {
  const user = world?.users.find(({ email }) => mask === `<jwt of ${email}>`)
  if (user !== undefined) return `await signIn(${quote(user.email)}, ${quote(user.password)})`
  const key = world && findKey(world.keys, mask)
  return key === undefined ? `process.env['${name}'] ?? ''` : quote(key)
}

const signInText = `/** Signs in, and returns an access token. */
async function signIn(email: string, password: string): Promise<string> {
  const response = await fetch(base + '/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return /"access_token":\\s*"([^"]+)"/.exec(await response.text())?.[1] ?? ''
}`

/** Returns the request's options as JavaScript, with a user's password in place of a mask. */
function requestOf(call: JournalRecord, world: CheckOptions['world']): string {
  const options = { method: call.method, headers: Object.fromEntries(headersOf(call)) }
  const text = call.request.body?.text ?? ''
  if (text === '') return JSON.stringify(options, undefined, 2)
  const body = parseJson(text)
  const user = isObject(body) && world?.users.find(({ email }) => email === body['email'])
  const json =
    user && isObject(body) && body['password'] === '…' ? { ...body, password: user.password } : body
  const content =
    body === undefined ? quote(text) : `JSON.stringify(${JSON.stringify(json, undefined, 2)})`
  return `${JSON.stringify(options, undefined, 2).slice(0, -2)},\n  "body": ${content.replaceAll('\n', '\n  ')}\n}`
}

/** Returns the expectations for the body: the names of events, or the shape of the JSON. */
function bodyExpectations(call: JournalRecord): readonly string[] {
  if (call.stream !== null) return streamExpectations(call)
  const { body } = call.response
  const value = body === null ? undefined : parseJson(body.text)
  if (value === undefined) return []
  const matcher = isObject(value) ? 'toMatchObject' : 'toEqual'
  return [`expect(await response.json()).${matcher}(${expectationOf(value, call.code, 'top')})`]
}

/** Events that occur only after earlier turns, a message of the user, or a resume. */
const occasionalEvents: ReadonlySet<string> = new Set(['title', 'inject', 'resume_done'])

function streamExpectations({ stream, frames, frames_beyond }: JournalRecord): readonly string[] {
  const type = "expect(response.headers.get('content-type')).toContain('text/event-stream')"
  const names = new Set(frames.map(({ event }) => event))
  // If the end of a stream depends on a reader, a fault or a user, a test can't expect this end.
  if (stream?.state !== 'end' || frames_beyond > 0 || names.has('awaiting_confirmation'))
    return [type, 'await response.body?.cancel()']
  const expected = [...names].filter((name) => !occasionalEvents.has(name))
  return [
    type,
    'const frames = (await response.text()).matchAll(/^event: ?(.+)$/gm)',
    'const events = Array.from(frames, ([, name]) => name)',
    `expect(events).toEqual(expect.arrayContaining(${JSON.stringify(expected)}))`,
  ]
}

/** Returns the expectation for a value: an object's fields, one item of a list, or the type. */
function expectationOf(
  value: unknown,
  code: string | null,
  place: 'top' | 'field' | 'list',
): string {
  if (value === null || value === code || (place === 'top' && typeof value !== 'object'))
    return JSON.stringify(value)
  if (Array.isArray(value)) {
    const [item] = value as readonly unknown[]
    const hasShape = item !== undefined && item !== null
    return hasShape
      ? `expect.arrayContaining([${expectationOf(item, code, 'list')}])`
      : 'expect.any(Array)'
  }
  if (!isObject(value)) return `expect.any(${typeNames[typeof value] ?? 'Object'})`
  // Field names that are ids differ in each test run. A field that is null has no known type.
  const names = Object.keys(value)
  if (names.some((name) => /\d{4}/.test(name) || isUuid(name))) return 'expect.any(Object)'
  const inner = place === 'list' ? 'list' : 'field'
  const fields = names.flatMap((name) =>
    value[name] === null
      ? []
      : [
          `${/^[a-z_$][\w$]*$/i.test(name) ? name : quote(name)}: ${fieldExpectation(value[name], code, place, inner)},`,
        ],
  )
  if (fields.length === 0) return 'expect.any(Object)'
  const text = `{\n${fields.map((field) => `  ${field.replaceAll('\n', '\n  ')}`).join('\n')}\n}`
  return place === 'list' ? `expect.objectContaining(${text})` : text
}

/** Returns the expectation for a field. An envelope flag, such as `success`, must be equal. */
const fieldExpectation = (
  value: unknown,
  code: string | null,
  parent: 'top' | 'field' | 'list',
  place: 'field' | 'list',
) =>
  parent === 'top' && typeof value === 'boolean' ? String(value) : expectationOf(value, code, place)

const typeNames: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Number',
  boolean: 'Boolean',
}
