import { describe, expect, it } from 'vitest'
import type { Plan } from '../../conformance/session/check.ts'
import { member } from '../../conformance/session/json.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import { allMutants } from '../../conformance/mutants/all-mutants.ts'
import { lists, login, turns } from '../../conformance/mutants/call.ts'
import {
  errorResponse,
  onEvents,
  onJson,
  onResponse,
  type Wrap,
} from '../../conformance/mutants/wrap.ts'
import { withCursor } from '../../conformance/mutants/wire-frame.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { isObject } from '../../contract/json.ts'
import type { Fake } from '../../mocks/fake.ts'
import { drawn } from '../support/proving.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'

const mutant = (id: string): Wrap => {
  const found = allMutants.find((each) => each.id === id)
  if (found === undefined) throw new Error(`There is no mutant ${id}.`)
  return found.wrap
}

/** Replaces the UUIDs of records by numbers, and accepts the numbers as ids. */
const numberedIds: Wrap = (fetch, hit) => {
  const known: string[] = []
  const numberOf = (id: string) => {
    if (!known.includes(id)) known.push(id)
    return 1000 + known.indexOf(id)
  }
  const idOf = (number: string) => known[Number(number) - 1000] ?? number
  return async (request) => {
    const text = request.body === null ? null : await request.text()
    const url = request.url.replaceAll(/(?<=\/)\d{4}(?=\/|$)/g, idOf)
    const body = text?.replaceAll(/(?<=")\d{4}(?=")/g, idOf) ?? null
    const response = await fetch(
      new Request(url, { method: request.method, headers: request.headers, body }),
    )
    if (response.headers.get('content-type') !== 'application/json') return response
    const changed = (await response.text()).replaceAll(
      /(?<="(?:id|agent_id)":)"([0-9a-f-]{36})"/g,
      (_, id: string) => String(numberOf(id)),
    )
    hit()
    return new Response(changed, { status: response.status, headers: without(response.headers) })
  }
}

function without(headers: Headers): Headers {
  const kept = new Headers(headers)
  kept.delete('content-length')
  return kept
}

const listsInAnEnvelope = onJson(lists, (json) => {
  if (!isObject(json) || !Array.isArray(json['items'])) return undefined
  const { items: results, ...page } = json
  return { success: true, data: { results, ...page } }
})

type Deviation = {
  readonly says: string
  readonly wrap: Wrap
  readonly failing: string
  readonly plan?: Plan
}

const deviations: readonly Deviation[] = [
  {
    says: 'keys with another prefix',
    wrap: mutant('keys-with-another-prefix'),
    failing: 'keys.creation-shows-the-full-key',
  },
  {
    says: 'a login in an envelope',
    wrap: mutant('login-in-an-envelope'),
    failing: 'login.response-has-no-envelope',
  },
  {
    says: 'records with numbers as ids',
    wrap: numberedIds,
    failing: 'keys.record-has-id',
  },
  {
    says: 'lists in an envelope, with another name for the items',
    wrap: listsInAnEnvelope,
    failing: 'lists.items-is-an-array',
  },
  {
    says: 'no conversation with a mode',
    wrap: mutant('conversation-without-mode'),
    failing: 'conversations.creation-takes-title-and-mode',
  },
  {
    says: 'a stream of plain text',
    wrap: mutant('react-streams-as-plain-text'),
    failing: 'sse.react-is-an-event-stream',
    plan: 'turn',
  },
  {
    says: 'live events without cursors',
    wrap: onEvents(turns, () => (frame) => withCursor(frame, undefined)),
    failing: 'cursor.every-event-carries-one',
    plan: 'turn',
  },
]

async function run(wrap: Wrap, plan: Plan, prepare = async (_: Fake): Promise<Target> => target) {
  const { fake, systemClock } = virtualFake()
  const given = await prepare(fake)
  let hits = 0
  const { results, summary } = await runConformance({
    target: given,
    plan,
    fetch: wrap(fake.fetch, () => (hits += 1)),
    now: systemClock.now,
    sleep: systemClock.sleep,
    tag: 'test',
  })
  const failing = results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return { results, summary, failing, hits }
}

describe('a single deviation in responses that other checks need', () => {
  it.each(drawn(deviations, 2))(
    'a single deviation of the target fails exactly one check and blocks none: $says',
    async ({ wrap, failing: wanted, plan = 'core' }) => {
      const { failing, summary, hits } = await run(wrap, plan)
      expect(hits).toBeGreaterThan(0)
      expect(failing).toEqual([wanted])
      expect(summary).toMatchObject({ warn: 0, blocked: 0, inconclusive: 0, error: 0 })
    },
  )
})

/** Creates a key of the user, and adds it to the options of the run. */
async function withKey(fake: Fake): Promise<Target> {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fake.fetch(new Request(target.baseUrl + path, init))).json()
  }
  const { email, password } = target
  const session: unknown = await post('/api/auth/login', { email, password })
  const token = String(member(session, 'access_token'))
  const key: unknown = await post('/api/me/api-keys', { name: 'Key of the user' }, token)
  return { ...target, apiKey: String(member(key, 'key')) }
}

describe('a login that fails', () => {
  it('a failing login is reported once, and if there is an API key, only checks of logins are blocked', async () => {
    const refused = onResponse(login, () => errorResponse(401, 'unauthorized'))
    const { failing, results } = await run(refused, 'core', withKey)
    expect(failing).toEqual(['login.answers-200'])
    const blocked = results.filter(({ verdict }) => verdict === 'blocked')
    expect(blocked.length).toBeGreaterThan(0)
    const needLogin = /^(?:login|refresh)\.|other-user|foreign|access-token/
    expect(blocked.map(({ id }) => id).filter((id) => !needLogin.test(id))).toEqual([])
    expect(new Set(blocked.map(({ message }) => message)).size).toBe(2)
  })
})
