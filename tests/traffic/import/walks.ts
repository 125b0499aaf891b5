import { declaredOperations } from '../../../cli/compare.ts'
import { lifecycleChecks } from '../../../conformance/checks/lives.ts'
import type { Step } from '../../../conformance/lives/steps.ts'
import { runConformance } from '../../../conformance/runner/runner.ts'
import type { Target } from '../../../conformance/session/test-session.ts'
import { isObject } from '../../../contract/json.ts'
import type { Profile } from '../../../contract/picks.ts'
import { createFake, type Fake } from '../../../mocks/fake.ts'
import { readHar } from '../../../traffic/har/read-har.ts'
import type { Imported } from '../../../traffic/import/import.ts'
import {
  createRouteLog,
  type RecordedRoute,
} from '../../../traffic/import/profile/recorded-route.ts'
import { deployedProfile as deployed } from '../../profiles/deployment/deployed-profile.ts'
import { replay } from '../../../traffic/replay/replay.ts'
import { demo, shippedScenarios as scenarios } from '../../support/transports.ts'
import { createVirtualClock, type VirtualClock } from '../../support/virtual-clock.ts'
import { target } from '../../support/virtual-fake.ts'
import { fakeOf, recordedBy, usersOf } from '../import-in-process.ts'

const checks = lifecycleChecks(declaredOperations(deployed))
const morning = Date.parse('2026-11-21T08:00:00Z')

/** The life cycles to walk: all checks `life.*`. */
export const lifeIds = checks.map(({ id }) => id)

/** The results of a walk: by life cycle, the value at each place of each step. */
export type Shown = ReadonlyMap<string, ReadonlyMap<string, string>>

type Walk = { readonly shown: Shown; readonly har: string }

/** Walks life cycles at a fake, and records them. */
async function walkAt(
  fake: Fake,
  systemClock: VirtualClock,
  lives: readonly string[],
  at: Target = target,
): Promise<Walk> {
  const recorder = recordedBy((request) => fake.fetch(request), systemClock)
  const { results } = await runConformance({
    target: at,
    plan: 'destructive',
    checks,
    only: lives,
    fetch: recorder.fetch,
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  const shown = results.map(({ id, observation }) => [id, placesIn(observation)] as const)
  return { shown: new Map(shown), har: recorder.har() }
}

/** Walks life cycles at a new deployment with the demo company. */
export async function walkProfile(profile: Profile, lives: readonly string[]): Promise<Walk> {
  const systemClock = createVirtualClock(morning)
  const fake = createFake({ fixture: demo, scenarios, profile, systemClock, seed: '1' })
  return walkAt(fake, systemClock, lives)
}

/** Walks life cycles at a fake that plays an import, with the passwords from the import. */
export async function walkImport(imported: Imported, lives: readonly string[]): Promise<Walk> {
  const systemClock = createVirtualClock(morning)
  const users = usersOf(imported)
  const passwordOf = (email: string | undefined) => users.get(email ?? '')?.password ?? ''
  return walkAt(fakeOf(imported, systemClock), systemClock, lives, {
    ...target,
    password: passwordOf(target.email),
    otherPassword: passwordOf(target.otherEmail),
  })
}

/** The shares of recorded calls whose status, and whose shape, an import repeats. */
export async function replayImport(imported: Imported, har: string) {
  const fake = fakeOf(imported, createVirtualClock(morning))
  const users = new Map(
    Array.from(usersOf(imported), ([email, { password }]) => [email, { email, password }]),
  )
  const results = await replay(readHar([har]), {
    baseUrl: 'http://fake.test',
    fetch: (request) => fake.fetch(request),
    writes: true,
    users,
    timeout: 30_000,
  })
  const sent = results.filter(({ notSent }) => notSent === undefined)
  const same = sent.filter(({ status, recordedStatus }) => status === recordedStatus)
  const alike = same.filter(({ differences = [] }) => differences.length === 0)
  return { status: same.length / sent.length, shape: alike.length / sent.length }
}

/** The routes in a recording, with their success responses. */
export async function routesIn(har: string): Promise<readonly RecordedRoute[]> {
  const log = createRouteLog()
  for await (const exchange of readHar([har])) log.add(exchange)
  return log.routes()
}

/** The values by step of a life cycle. A read is named by the call before it. */
function placesIn(observation: unknown): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  const counts = new Map<string, number>()
  const numbered = (name: string) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${name} #${count}`
  }
  let call = ''
  for (const { step, values } of Array.isArray(observation) ? observation.filter(isStep) : []) {
    const isLook = step.startsWith('GET ')
    const key = numbered(isLook ? `${step} after ${call}` : step)
    if (!isLook) call = key
    for (const [place, value] of Object.entries(values)) places.set(`${key} ${place}`, value)
  }
  return places
}

const isStep = (value: unknown): value is Step => isObject(value) && isObject(value['values'])

/**
 * The places that differ between two walks of a life cycle, with the value of the second walk. If
 * several have the same field and the same two values, only the first counts, because the others
 * follow from it.
 */
export function differencesOf(one: Shown, other: Shown, life: string): ReadonlyMap<string, string> {
  const [before, after] = [one.get(life), other.get(life)]
  const found = new Map<string, string>()
  const known = new Set<string>()
  for (const place of new Set([...(after?.keys() ?? []), ...(before?.keys() ?? [])])) {
    const [a = 'absent', b = 'absent'] = [before?.get(place), after?.get(place)]
    const cause = JSON.stringify([place.split('/').at(-1), a, b])
    if (a === b || known.has(cause)) continue
    known.add(cause)
    found.set(place, b)
  }
  return found
}

/** Whether a walk shows these values. A walk that failed at once shows nothing. */
export const shows = (shown: Shown, life: string, wanted: ReadonlyMap<string, string>): boolean => {
  const places = shown.get(life) ?? new Map<string, string>()
  return (
    places.size > 0 &&
    [...wanted].every(([place, value]) => (places.get(place) ?? 'absent') === value)
  )
}
