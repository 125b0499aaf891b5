import { describe, expect, it } from 'vitest'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { operationIds, operations } from '../../contract/operations.ts'
import { type ResourceKind, resourceKinds } from '../../contract/kinds.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { sampleOf } from '../../contract/sample.ts'
import { missingText } from '../../mocks/world/api-error.ts'
import { deployedProfile } from '../profiles/deployment/deployed-profile.ts'
import { deploymentOperations } from '../profiles/deployment/operations.ts'
import { goodCallOf } from '../profiles/deployment/requests.ts'
import { goodCall } from '../support/openapi-calls.ts'
import { drawn } from '../support/proving.ts'
import { mountInProcess, shippedScenarios as scenarios } from '../support/transports.ts'
import { runnableBlueprint } from '../support/runnable-blueprint.ts'
import { signIn, type Visitor } from '../support/visitor.ts'

/** Values to send instead of a valid one; `undefined` omits the field. */
const wrongValues: readonly unknown[] = ['', ' ', 7, null, [], {}, undefined]

/** Bodies with one wrong field each, including fields of direct child objects. */
function wrongBodies(body: JsonObject, depth = 1): JsonObject[] {
  return Object.entries(body).flatMap(([field, value]) => [
    ...wrongValues.map((wrong) => ({ ...body, [field]: wrong })),
    ...(depth > 0 && isObject(value)
      ? wrongBodies(value, depth - 1).map((inner) => ({ ...body, [field]: inner }))
      : []),
  ])
}

/** The calls that crash the fake, or whose answer has an empty name. */
async function failures(visitor: Visitor, call: string, bodies: readonly JsonObject[]) {
  const failed: string[] = []
  for (const body of bodies.flatMap((good) => wrongBodies(good))) {
    const leaving = new AbortController()
    const response = await visitor.open(call, { body, signal: leaving.signal })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    // A stream may never end, and the body only affects its status.
    const text = isStream ? '' : await response.text()
    leaving.abort()
    if (response.status >= 500 || text.includes('``'))
      failed.push(`${JSON.stringify(body)}: ${response.status} ${text}`)
  }
  return failed
}

const rows: readonly (readonly [string, Operation])[] = operationIds.map((id) => [
  id,
  operations[id],
])
const idsWithBody = operationIds.filter((id) => 'body' in operations[id])
const deployedWithBody = deploymentOperations.filter(
  ({ body }) => body !== undefined && body !== 'form',
)

describe('wrong values of the fields of a body', () => {
  it.each(drawn(idsWithBody, 8))(
    'the operation %s responds to wrong field values without a server error',
    async (id) => {
      const visitor = await signIn(mountInProcess({ scenarios, speed: Infinity }))
      const { operation, sent } = await goodCall(visitor, id)
      const good = { ...(sent.body as JsonObject | undefined) }
      const { body }: Operation = operations[id]
      const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {})
      const whole = { ...Object.fromEntries(fields.map((field) => [field, null])), ...good }
      expect(await failures(visitor, operation, [good, whole])).toEqual([])
    },
  )

  it.each(drawn(deployedWithBody, 12))(
    'the operation $name of deployed-0.8 responds to wrong field values without a server error',
    async (operation) => {
      const mounted = mountInProcess({ profile: deployedProfile, scenarios, speed: Infinity })
      const visitor = await signIn(mounted)
      const { call, sent } = await goodCallOf(visitor, operation)
      const good = { ...(sent.body as JsonObject | undefined) }
      const { body } = operation
      const sample = body === undefined || body === 'form' ? {} : sampleOf(body, 'whole')
      const whole = { ...(isObject(sample) ? sample : {}), ...good }
      expect(await failures(visitor, call, [good, whole])).toEqual([])
    },
  )

  it('an import of a workflow whose name is too long is refused with 422, and the error points to the name', async () => {
    const visitor = await signIn(mountInProcess({ profile: deployedProfile }))
    const workflow = { name: 'x'.repeat(5000), blueprint: runnableBlueprint }
    const { status, text } = await visitor.call('POST /api/workflows/import', {
      body: { workflow },
    })
    expect(status).toBe(422)
    expect(text).toContain('"loc":["body","workflow","name"]')
  })
})

describe('the message about a record with an empty id', () => {
  /** For each kind of record, an operation that loads such a record. */
  const loading = (Object.keys(resourceKinds) as ResourceKind[]).flatMap((kind) => {
    const row = rows
      .map(([, one]) => one)
      .find(
        ({ loads, access, body }) =>
          loads?.kind === kind && access === undefined && body === undefined,
      )
    return row === undefined ? [] : [{ kind, row }]
  })

  it.each(loading)('an error for a $kind with a blank id names the kind', async ({ kind, row }) => {
    const visitor = await signIn(mountInProcess())
    const path = row.path.replaceAll(/\{\w+\}/g, '%20')
    const { text } = await visitor.call(`${row.method} ${path}`)
    // The organization of a member is looked up first.
    const named = kind === 'member' ? 'organization' : kind
    expect(text).toContain(missingText(resourceKinds[named].name, ' '))
    expect(text).not.toContain('` `')
  })

  it.each([
    ['POST /api/channels', { name: 'Approvals', type: 'slack', config: {}, org_id: '' }],
    ['PATCH /api/auth/profile', { default_agent_id: '' }],
    ['POST /api/agents', { name: 'Notes', kb_ids: [''] }],
  ])('the error of %s says that the id in the body is empty', async (operation, body) => {
    const visitor = await signIn(mountInProcess())
    const { status, text } = await visitor.call(operation, { body })
    expect(status).toBe(404)
    expect(text).toContain('with an empty id')
  })

  it('almost every kind of record has an operation that loads it', () => {
    expect(loading.length).toBeGreaterThan(Object.keys(resourceKinds).length - 4)
  })
})
