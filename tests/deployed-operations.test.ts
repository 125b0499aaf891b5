import { describe, expect, it } from 'vitest'
import { readProfile } from '../contract/profile.ts'
import { shapeProblems } from '../contract/profile/shape-problems.ts'
import { deploymentOperations, type DeploymentOperation } from './deployment/operations.ts'
import { goodCallOf } from './deployment/requests.ts'
import { readFileSync } from 'node:fs'
import { mountInProcess, shippedScenarios as scenarios } from './transports.ts'
import { signIn, type Visitor } from './visitor.ts'

const profile = readProfile(
  JSON.parse(readFileSync('generated/profiles/deployed-0.8.json', 'utf8')),
  'deployed-0.8',
)

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
