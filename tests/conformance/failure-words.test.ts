import { describe, expect, it } from 'vitest'
import { assert, describeSchema } from '../../conformance/session/assertions.ts'
import { toTerminal } from '../../conformance/reporters/documents.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import * as specified from '../../contract/records/specified.ts'
import {
  otherKeyPrefix,
  rewriteJson,
  type Rewrites,
  rewritingFetch,
} from '../support/rewriting-proxy.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

/** The result of one check behind a proxy. */
async function resultOf(id: string, rewrites: Rewrites, plan: 'core' | 'turn' = 'core') {
  const { fake, systemClock } = virtualFake()
  const report = await runConformance({
    target,
    plan,
    only: [id],
    fetch: rewritingFetch((request) => fake.fetch(request), rewrites),
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  return { result: report.results[0], terminal: toTerminal(report) }
}

const onPath = (wanted: string, change: (json: Record<string, unknown>) => unknown): Rewrites => ({
  response: (answer, { path }) => (path === wanted ? rewriteJson(answer, change) : undefined),
})

describe('a failure', () => {
  it('the message of a failed check names the expected value and the actual value', async () => {
    const { result, terminal } = await resultOf(
      'login.expires-in-is-7200',
      onPath('/api/auth/login', (json) => ({ ...json, expires_in: 3600 })),
    )
    expect(result?.message).toBe('expected expires_in to be 7200, got 3600')
    expect(terminal).toMatch(/expected +expires_in to be 7200\n +got +3600\n/)
  })

  it.each([
    [undefined, 'missing'],
    [null, 'null'],
    [[], '[]'],
    ['', '""'],
  ])('a failure message distinguishes the value %j from other empty values', async (value, got) => {
    const { result } = await resultOf(
      'login.expires-in-is-7200',
      onPath('/api/auth/login', (json) => ({ ...json, expires_in: value })),
    )
    expect(result?.message).toBe(`expected expires_in to be 7200, got ${got}`)
  })

  it('the message of a failed check says that a stream has no content type', async () => {
    const bytes = new TextEncoder().encode('data: {}\n\n')
    const { result } = await resultOf(
      'sse.react-is-an-event-stream',
      { request: ({ path }) => (path === '/api/react' ? new Response(bytes) : undefined) },
      'turn',
    )
    expect(result?.message).toContain(', got status 200 with no content type')
  })

  it('the message of a failed check describes a token that is not a JWT, but does not show the token', async () => {
    const { result } = await resultOf(
      'login.access-token-is-a-jwt',
      onPath('/api/auth/login', (json) => ({ ...json, access_token: 'o'.repeat(40) })),
    )
    expect(result?.message).toBe(
      'expected access_token to be a JWT: three parts with a dot between them, got "<ACCESS_TOKEN 1 part, 40 characters>"',
    )
  })

  it('the message of a failed check describes a key prefix that is too long, but shows only a part of it', async () => {
    const { result } = await resultOf('keys.record-has-prefix', {
      response: ({ body }) => ({
        body: body.replaceAll(/"key_prefix":"svc_[\w-]{4}/g, '$&and-more'),
      }),
    })
    expect(result?.message).toMatch(
      /^expected key_prefix to be a string of 8 characters, got "<API_KEY svc_…16 characters>" \(16 characters\)/,
    )
  })

  it('the message of a failed check shows the wrong prefix of a key, but no other part of the key', async () => {
    const { result } = await resultOf('keys.creation-shows-the-full-key', otherKeyPrefix('fim_'))
    expect(result?.verdict).toBe('fail')
    expect(result?.message).toMatch(/fim_/)
    expect(result?.evidence[0]?.body).toContain('"<API_KEY>"')
  })
})

const wrongValues = [
  undefined,
  null,
  '',
  'text',
  'x'.repeat(50),
  -1,
  0,
  1.5,
  3600,
  true,
  [],
  [{}],
  {},
]
const schemas = Object.entries(specified).flatMap(([name, { shape }]) =>
  Object.entries(shape).map(([field, schema]) => [`${name}.${field}`, schema] as const),
)

type Schema = Parameters<typeof assert.matches>[0]

/** Issue codes of a validator, which no reader of a report understands. */
const issueCodes =
  /invalid|too (small|big)|unrecognized|\b(int|nonoptional|undefined|NaN)\b|expected[^,]* to be (string|array|object|boolean|number)\b/

/** The message of the failure if a field has this value; none if the value is right. */
function messageFor(schema: Schema, value: unknown): readonly string[] {
  try {
    assert.matches(schema, value, undefined, 'it')
    return []
  } catch (error) {
    return [String(error).replace('Finding: ', '')]
  }
}

describe('the expectation of a specified field', () => {
  it.each(schemas)('the expected value of the field %s is described in words', (_, schema) => {
    expect(describeSchema(schema)).toMatch(
      /^(an? (string|integer|JWT|array|object)|true or false|true$|false$|7200$|null or absent$)/,
    )
    const messages = wrongValues.flatMap((value) => messageFor(schema, value))
    expect(messages.length).toBeGreaterThan(2)
    for (const message of messages) {
      expect(message).not.toMatch(issueCodes)
      expect(message).toMatch(/^expected it(\.\d)? to be .+, got /)
    }
  })
})
