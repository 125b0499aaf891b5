import { describe, expect, it } from 'vitest'
import { isObject } from '../../contract/json.ts'
import { sampleOf } from '../../contract/sample.ts'
import { shapeProblems } from '../../contract/profile/shape-problems.ts'
import { deploymentOperations, type DeploymentOperation } from './deployment/operations.ts'
import { deployedProfile as profile } from './deployment/deployed-profile.ts'
import { goodCallOf } from './deployment/requests.ts'
import { drawn } from '../support/proving.ts'
import { mountInProcess, shippedScenarios as scenarios } from '../support/transports.ts'
import { signIn, type Visitor } from '../support/visitor.ts'

/** Operations whose status or content type differs from the facts, with the reason. */
const otherwise: Readonly<
  Record<string, { status?: number; contentType?: string; shape?: undefined }>
> = {
  // No provider is configured.
  'GET /api/auth/oauth/{provider_name}/authorize': { status: 400 },
  'GET /api/auth/oauth/{provider_name}/callback': { status: 400 },
  // Routes behind `/api/connectors/{connector_id}`, which reads their last segment as an id.
  'GET /api/connectors/circuit-breaker-status': { status: 404, shape: undefined },
  'GET /api/connectors/config-template': { status: 404, shape: undefined },
  // Files have their own type.
  'GET /api/auth/avatar/{user_id}': { contentType: 'image/png' },
  'GET /api/conversations/{conversation_id}/artifacts/{artifact_id}': {
    contentType: 'text/markdown',
  },
}

/** The differences between a response and the facts about its operation, one text for each. */
async function differences(visitor: Visitor, operation: DeploymentOperation): Promise<string[]> {
  const { call, sent } = await goodCallOf(visitor, operation)
  const { status, contentType, shape, events } = { ...operation, ...otherwise[operation.name] }
  const response = await visitor.open(call, { ...sent, signal: AbortSignal.timeout(10_000) })
  const text = await response.text()
  if (response.status !== status)
    return [`status ${response.status}, not ${status}: ${text.slice(0, 300)}`]
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  if (text !== '' && contentType !== null && type !== contentType)
    return [`content type ${type}, not ${contentType}`]
  if (events.length > 0 && !text.includes('event: end') && !text.includes('event: resume_done'))
    return ['the stream does not end']
  if (shape === undefined) return []
  return shapeProblems(shape, JSON.parse(text)).map(({ at, says }) => `${at} ${says}`)
}

describe('each operation of the known deployment', () => {
  it.each(drawn(deploymentOperations, 70).map((operation) => [operation.name, operation] as const))(
    'the response to %s has the status and the shape of the deployment',
    async (_name, operation) => {
      // Only a run that takes time can be cancelled.
      const speed = operation.path.endsWith('/cancel') ? 1 : Infinity
      const visitor = await signIn(mountInProcess({ profile, scenarios, speed }))
      const found = await differences(visitor, operation).catch((error: unknown) => [String(error)])
      expect(found.join('\n')).toBe('')
    },
  )
})

/** The list in a body, in any envelope. */
function listIn(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  if (!isObject(json)) return undefined
  return ['data', 'items', 'templates', 'groups', 'providers', 'models']
    .map((part) => listIn(json[part]))
    .find((list) => list !== undefined)
}

/** Lists that are always short. */
const short = new Set([
  // One model for each of two roles.
  'GET /api/active-models',
  // No provider is configured.
  'GET /api/auth/oauth/providers',
  // Only the sign-ins of the test, because the world has just begun.
  'GET /api/me/sessions',
  // The records of one run or one conversation.
  'GET /api/conversations/{conversation_id}/artifacts',
  'GET /api/workflows/{workflow_id}/runs/{run_id}/approvals',
])

/** The operations whose response is a list. */
const lists = deploymentOperations.filter(
  ({ name, method, shape }) =>
    method === 'GET' && shape && listIn(sampleOf(shape, 'whole')) && !short.has(name),
)

describe('each list of the known deployment', () => {
  it.each(drawn(lists, 15).map((operation) => [operation.name, operation] as const))(
    'the response to %s has at least three records',
    async (_name, operation) => {
      const visitor = await signIn(mountInProcess({ profile, scenarios }))
      const { json } = await visitor.call((await goodCallOf(visitor, operation)).call)
      expect(listIn(json)?.length).toBeGreaterThanOrEqual(3)
    },
  )
})
