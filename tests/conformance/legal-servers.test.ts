import { describe, expect, it } from 'vitest'
import { anyRoute, conversations, resume } from '../../conformance/mutants/call.ts'
import {
  type KnownKey,
  respondToKeys,
  retryWithCredential,
  withIssuedCredentials,
} from '../../conformance/mutants/issued-credentials.ts'
import {
  isStream,
  onEvents,
  onJson,
  onResponse,
  refusal,
  withBody,
  type Wrap,
} from '../../conformance/mutants/wrap.ts'
import { member } from '../../conformance/session/json.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import { recordsOf } from '../support/created-records.ts'
import { drawn } from '../support/proving.ts'
import type { VirtualClock } from '../support/virtual-clock.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { legalServers } from './legal-servers.ts'

const lateMs = 2000
const lastEvents: ReadonlySet<string | undefined> = new Set(['done', 'suggestions'])

/** Servers on which an effect shows late, though before the grace period of three seconds is over. */
const lateServers: Readonly<Record<string, (systemClock: VirtualClock) => Wrap>> = {
  'shows changes in a list': (systemClock) => (fetch) => {
    const shown = new Map<string, { readonly at: number; readonly json: unknown }>()
    return async (request) => {
      const response = await fetch(request)
      const isList =
        request.method === 'GET' && /\/(conversations|api-keys)(\?|$)/.test(request.url)
      if (!isList || !response.ok) return response
      const name = `${request.headers.get('authorization')} ${request.url}`
      const before = shown.get(name)
      const isFresh = before !== undefined && systemClock.now() - before.at < lateMs
      const now = isFresh ? before : { at: systemClock.now(), json: await response.json() }
      shown.set(name, now)
      return Response.json(now.json, { headers: { date: response.headers.get('date') ?? '' } })
    }
  },
  'lists a new conversation': (systemClock) => {
    const createdAt = new Map<unknown, number>()
    return onJson(`${conversations.create} | ${conversations.list}`, (json, { method }) => {
      const [id, items] = [member(member(json, 'data'), 'id'), member(json, 'items')]
      if (method === 'POST') createdAt.set(id, systemClock.now())
      const isListed = (item: unknown) =>
        systemClock.now() - (createdAt.get(member(item, 'id')) ?? -lateMs) >= lateMs
      return Array.isArray(items) ? { ...Object(json), items: items.filter(isListed) } : undefined
    })
  },
  'learns on one of two replicas that a key was changed': (systemClock) => (fetch, hit) => {
    const changes = new Map<string, { readonly state: string; readonly at: number; uses: number }>()
    const noting = withIssuedCredentials((memory) =>
      onResponse(anyRoute, () => {
        for (const { id, state } of memory.keys)
          if (changes.get(id)?.state !== state)
            changes.set(id, { state, at: systemClock.now(), uses: 0 })
        return undefined
      }),
    )
    // Every second use of a key reaches the late replica.
    const isLate = ({ id }: KnownKey) => {
      const change = changes.get(id)
      if (change === undefined) return false
      change.uses += 1
      return change.uses % 2 === 0 && systemClock.now() - change.at < lateMs
    }
    const accepting = retryWithCredential(anyRoute, ({ bearer, body }, { byValue }) => {
      const key = byValue(bearer ?? String(member(body, 'token')))
      const isRevoked = key?.state === 'disabled' || key?.state === 'deleted'
      return isRevoked && isLate(key) ? key.owner : undefined
    })
    const isRefused = (key: KnownKey) => key.state === 'enabled' && isLate(key)
    const refusing = respondToKeys(anyRoute, isRefused, refusal(401, 'unauthorized'))
    return refusing(accepting(noting(fetch, hit), hit), hit)
  },
  'stores the end of a turn': (systemClock) => {
    let endedAt = 0
    return (fetch, hit) => {
      const stored = onEvents(resume, () => {
        const isStored = systemClock.now() - endedAt >= lateMs
        return (frame) => (isStored || !lastEvents.has(frame.event) ? frame : [])
      })(fetch, hit)
      return async (request) => {
        if (request.url.endsWith('/resume')) return stored(request)
        const response = await fetch(request)
        if (!isStream(response)) return response
        const text = await response.text()
        endedAt = systemClock.now()
        return withBody(response, text)
      }
    }
  },
}

describe('a server that the specification allows', () => {
  it.each(drawn(legalServers, 3))(
    'a server that the specification allows fails no check: $says',
    async ({ wrap, plan = 'core', mayWarn = false }) => {
      const { fake, systemClock } = virtualFake()
      const before = recordsOf(fake)
      let hits = 0
      const { results, leftovers } = await runConformance({
        target,
        plan,
        fetch: wrap(fake.fetch, () => (hits += 1)),
        now: systemClock.now,
        sleep: systemClock.sleep,
        tag: 'test',
      })
      const alarms = mayWarn ? ['fail', 'error'] : ['fail', 'error', 'warn']
      const failed = results.filter(({ verdict }) => alarms.includes(verdict))
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
      expect(hits).toBeGreaterThan(0)
      expect({ leftovers, records: recordsOf(fake) }).toEqual({ leftovers: [], records: before })
    },
  )

  it.each(Object.keys(lateServers))(
    'a server whose effect comes two seconds late fails no check, because of the grace period: it %s',
    async (name) => {
      const { fake, systemClock } = virtualFake()
      const { results } = await runConformance({
        target,
        plan: 'turn',
        fetch: lateServers[name]?.(systemClock)(fake.fetch, () => {}),
        now: systemClock.now,
        sleep: systemClock.sleep,
        tag: 'test',
      })
      const failed = results.filter(({ verdict }) =>
        /^(fail|warn|error|inconclusive|blocked)$/.test(verdict),
      )
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
    },
  )
})
