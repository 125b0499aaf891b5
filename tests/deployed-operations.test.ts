import { describe, expect, it } from 'vitest'
import { readProfile } from '../contract/profile.ts'
import { shapeProblems } from '../contract/profile/shape-problems.ts'
import { deploymentOperations, type DeploymentOperation } from './deployment/operations.ts'
import { pathOf, sentTo } from './deployment/requests.ts'
import { readFileSync } from 'node:fs'
import { mountInProcess, shippedScenarios as scenarios } from './transports.ts'
import { signIn, type Visitor } from './visitor.ts'

const profile = readProfile(
  JSON.parse(readFileSync('generated/profiles/deployed-0.8.json', 'utf8')),
  'deployed-0.8',
)

/** What differs between an answer and the facts about its operation. */
async function differences(visitor: Visitor, operation: DeploymentOperation): Promise<string[]> {
  const path = await pathOf(visitor, operation.path)
  const required = operation.query.filter((one) => one.required)
  const query = required.map(({ name }) => `${name}=${name}`).join('&')
  const sent = await sentTo(visitor, operation)
  const call = `${operation.method} ${path}${query && `?${query}`}`
  const response = await visitor.open(call, sent)
  const text = await response.text()
  if (response.status !== operation.status)
    return [`status ${response.status}, not ${operation.status}: ${text.slice(0, 200)}`]
  const type = (response.headers.get('content-type') ?? '').split(';')[0]
  if (operation.contentType !== null && type !== operation.contentType)
    return [`content type ${type}, not ${operation.contentType}`]
  if (operation.shape === undefined) return []
  return shapeProblems(operation.shape, JSON.parse(text)).map(({ at, says }) => `${at} ${says}`)
}

describe('each operation of the known deployment', () => {
  it.each(deploymentOperations.map((operation) => [operation.name, operation] as const))(
    '%s has the status and the shape of the deployment',
    async (_name, operation) => {
      const visitor = await signIn(mountInProcess({ profile, scenarios }))
      const found = await differences(visitor, operation)
      expect(found, found.join('\n')).toEqual([])
    },
  )
})
