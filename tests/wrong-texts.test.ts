import { describe, expect, it } from 'vitest'
import { loadProfile } from '../cli/world-data.ts'
import { operationIds, operations } from '../contract/operations.ts'
import type { Operation } from '../contract/operations/operation.ts'
import { goodCall } from './openapi-calls.ts'
import { drawn } from './proving.ts'
import { mountInProcess } from './transports.ts'
import { signIn, type Visitor } from './visitor.ts'

const deployed = await loadProfile('profiles/deployed-0.8')
const wrongTexts: readonly unknown[] = ['', ' ', 7, null, [], {}]

/** Sends a body with each of its fields wrong, and returns the calls that the fake failed at. */
async function failures(visitor: Visitor, operation: string, body: object) {
  const failed: string[] = []
  for (const field of Object.keys(body))
    for (const wrong of wrongTexts) {
      const sent = { ...body, [field]: wrong }
      const { status } = await visitor.call(operation, { body: sent }).catch(() => ({ status: 0 }))
      if (status >= 500) failed.push(`${field} ${JSON.stringify(wrong)}: ${status}`)
    }
  return failed
}

/** Operations that need a turn that waits, and those of channels, which the profile creates in another way. */
const prepared = /^(chat\.inject|confirmations\.respond|channels\.(update|callback))$/

/** Streams answer no JSON. */
const withBody = operationIds.filter((id) => {
  const { body, answer }: Operation = operations[id]
  return body !== undefined && answer !== 'stream' && !prepared.test(id)
})

describe.each([
  ['the documented profile', undefined],
  ['deployed-0.8', deployed],
] as const)('under %s', (_, profile) => {
  it.each(drawn(withBody, 8))(
    'the operation %s answers wrong values of its fields without a failure',
    async (id) => {
      const visitor = await signIn(mountInProcess({ ...(profile && { profile }) }))
      const { operation, sent } = await goodCall(visitor, id)
      expect(await failures(visitor, operation, (sent.body ?? {}) as object)).toEqual([])
    },
  )
})

/** The operations of the profile that need no id: method and path, and the fields of their bodies. */
const ownOperations = Object.values(deployed.operations ?? {}).flatMap((family) => {
  const {
    kind,
    path,
    method = 'POST',
    body,
    input,
    record,
  } = family as {
    readonly kind: string
    readonly path?: string
    readonly method?: string
    readonly body?: object
    readonly input?: object
    readonly record?: object
  }
  const fields = kind === 'collection' ? (input ?? record) : body
  const isCalled = path !== undefined && !path.includes('{') && method !== 'GET'
  if (!isCalled || typeof fields !== 'object') return []
  return [{ operation: `${method} ${path}`, names: Object.keys(fields) }]
})

it.each(drawn(ownOperations, 10))(
  'the own operation $operation answers wrong values of its fields without a failure',
  async ({ operation, names }) => {
    const visitor = await signIn(mountInProcess({ profile: deployed }))
    const body = Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), 'a text']))
    expect(await failures(visitor, operation, body)).toEqual([])
    expect(await failures(visitor, operation, { workflow: body, data: body })).toEqual([])
  },
)
