import { expect } from 'vitest'
import { readShape } from '../../contract/profile/shape.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import { shapedOperations } from '../../contract/profile/shaped-operations.ts'
import { loadProfile } from '../../cli/world-data.ts'
import { type SystemClock, systemClock } from '../../mocks/world/clock.ts'
import { mountInProcess } from '../support/transports.ts'
import { signIn, type Visitor } from '../support/visitor.ts'

/** The profile of the known deployment, from its folder. */
export const profile = await loadProfile('profiles/deployed-0.8')

export type Item = Readonly<Record<string, unknown>>
export type Page = { readonly items: readonly Item[] }

/** Noon of a fixed day. Demo records have relative ages, so the days in reports depend on the start time. */
const noon: SystemClock = { ...systemClock, now: () => Date.UTC(2026, 10, 22, 12) }

/** A user of the demo fixture at the known deployment, at noon of 2026-11-22. */
export const visit = async (user?: 'other') =>
  signIn(mountInProcess({ profile, systemClock: noon }), user)

/** The body of a read. Checks that it fits the shape of the operation. */
export async function read<Body>(visitor: Visitor, path: string, template = path): Promise<Body> {
  const { status, json } = await visitor.call<Body>(`GET ${path}`)
  const operation = shapedOperations(profile).find(
    (one) => one.method === 'GET' && one.path === template.replace(/\?.*/, ''),
  )
  const shape = operation?.shapes.get(status) ?? readShape('any')
  expect([status, shapeProblems(shape, json)]).toEqual([200, []])
  return json
}

/** An id that no record has. */
export const nobody = '00000000-0000-4000-8000-00000000dead'
/** The organization that represents the market. */
export const market = '00000000-0000-0000-0000-000000000001'

/** Two users of the demo fixture in a new world of the known deployment. */
export async function twoUsers() {
  const mounted = mountInProcess({ profile })
  return { mounted, demo: await signIn(mounted), other: await signIn(mounted, 'other') }
}

/** The fields of a response body, and the status. */
export async function answer<Body>(visitor: Visitor, operation: string, body?: unknown) {
  const { status, json } = await visitor.call<Body>(operation, { body })
  return { status, ...json }
}
