import { expect } from 'vitest'
import { loadProfile } from '../../cli/world-data.ts'
import { mountInProcess } from '../support/transports.ts'
import { signIn, type Visitor } from '../support/visitor.ts'

const profile = await loadProfile('profiles/deployed-0.8')

export type Item = Readonly<Record<string, unknown>> & { readonly id: string }
export type Page = { readonly items: readonly Item[]; readonly total: number }

/** The administrator of the demo data, or another user, in a world of the known deployment. */
export const visitDeployed = (user?: 'other'): Promise<Visitor> =>
  signIn(mountInProcess({ profile }), user)

/** An id that no record has. */
export const nobody = '00000000-0000-4000-8000-000000000000'

/** The body of a response. Checks that the response has the given status. */
export async function ask<Body>(
  visitor: Visitor,
  operation: string,
  status: number,
  body?: unknown,
): Promise<Body> {
  const answer = await visitor.call<Body>(operation, body === undefined ? {} : { body })
  const text = answer.status === status ? '' : answer.text
  expect([operation, answer.status, text]).toEqual([operation, status, ''])
  return answer.json
}
