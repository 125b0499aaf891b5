import { describe, expect, it } from 'vitest'
import { isObject } from '../contract/json.ts'
import { sampleOf } from '../contract/profile/shape-sample.ts'
import { shapeProblems } from '../contract/profile/shape-problems.ts'
import { deploymentOperations, type DeploymentOperation } from './deployment/operations.ts'
import { deployedProfile as profile } from './deployment/deployed-profile.ts'
import { goodCallOf } from './deployment/requests.ts'
import { mountInProcess, shippedScenarios as scenarios } from './transports.ts'
import { signIn, type Visitor } from './visitor.ts'

/** What differs between an answer and the facts about its operation. */
async function differences(visitor: Visitor, operation: DeploymentOperation): Promise<string[]> {
  const { call, sent } = await goodCallOf(visitor, operation)
  const { status, contentType, shape, events } = operation
  const response = await visitor.open(call, { ...sent, signal: AbortSignal.timeout(10_000) })
  const text = await response.text()
  if (response.status !== status)
    return [`status ${response.status}, not ${status}: ${text.slice(0, 300)}`]
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
  if (contentType !== null && type !== contentType)
    return [`content type ${type}, not ${contentType}`]
  if (events.length > 0 && !text.includes('event: end') && !text.includes('event: resume_done'))
    return ['the stream does not end']
  if (shape === undefined) return []
  return shapeProblems(shape, JSON.parse(text)).map(({ at, says }) => `${at} ${says}`)
}

describe('each operation of the known deployment', () => {
  it.each(deploymentOperations.map((operation) => [operation.name, operation] as const))(
    '%s has the status and the shape of the deployment',
    async (_name, operation) => {
      const visitor = await signIn(mountInProcess({ profile, scenarios }))
      const found = await differences(visitor, operation).catch((error: unknown) => [String(error)])
      expect(found, found.join('\n')).toEqual([])
    },
  )
})

/** The list in a body, in whatever envelope it is. */
function listIn(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json
  if (!isObject(json)) return undefined
  return ['data', 'items', 'templates', 'groups', 'providers', 'models']
    .map((part) => listIn(json[part]))
    .find((list) => list !== undefined)
}

/** The operations whose answer is a list. */
const lists = deploymentOperations.filter(
  ({ method, shape }) => method === 'GET' && shape && listIn(sampleOf(shape, 'whole')),
)

describe('each list of the known deployment', () => {
  it.each(lists.map((operation) => [operation.name, operation] as const))(
    '%s has at least three records',
    async (_name, operation) => {
      const visitor = await signIn(mountInProcess({ profile, scenarios }))
      const { json } = await visitor.call((await goodCallOf(visitor, operation)).call)
      expect(listIn(json)?.length).toBeGreaterThanOrEqual(3)
    },
  )
})
