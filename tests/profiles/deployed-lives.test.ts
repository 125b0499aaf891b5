import { describe, expect, it } from 'vitest'
import { sampleOf } from '../../contract/sample.ts'
import { type DeploymentFamily, deploymentFamilies } from './deployment/families.ts'
import { recordIn } from './deployment/first-record.ts'
import type { DeploymentOperation } from './deployment/operations.ts'
import { goodCallOf } from './deployment/requests.ts'
import { deployedProfile as profile } from './deployment/deployed-profile.ts'
import { mountInProcess, shippedScenarios as scenarios } from '../support/transports.ts'
import { signIn, type Visitor } from '../support/visitor.ts'

const newName = 'Changed by its owner'

/** The body of a change: the fields of the record, with another name. */
function changeOf({ body }: DeploymentOperation): object {
  const fields = body === undefined || body === 'form' ? {} : sampleOf(body, 'required')
  const hasName = typeof body === 'object' && body.kind === 'object' && body.fields.has('name')
  return { ...(fields as object), ...(hasName && { name: newName }) }
}

/** Creates, changes and deletes one record. Returns the differences from the expected responses. */
async function live(visitor: Visitor, family: DeploymentFamily): Promise<string[]> {
  const { create, list, read, change } = family
  const { call, sent } = await goodCallOf(visitor, create)
  const path = call.slice('POST '.length)
  const made = await visitor.call(call, sent)
  if (made.status !== create.status) return [`${create.name} answers ${made.status}`]
  const id = String(recordIn(made.json)['id'])
  const query = (await goodCallOf(visitor, list)).call.split('?')[1] ?? 'page=1'
  const listed = async () => (await visitor.call(`GET ${path}?${query}`)).text.includes(id)
  const problems = (await listed()) ? [] : ['it is not listed']
  const item = `${path}/${id}`
  if (change !== undefined) {
    const body = changeOf(change)
    const { status } = await visitor.call(`${change.method} ${item}`, { body })
    if (status !== change.status) problems.push(`${change.name} answers ${status}`)
    const shown = read === undefined ? `GET ${path}?${query}` : `GET ${item}`
    const { text } = await visitor.call(shown)
    if ('name' in body && !text.includes(newName)) problems.push('its new name is not shown')
  }
  if (read !== undefined) {
    const { status, text } = await visitor.call(`GET ${item}`)
    if (status !== read.status || !text.includes(id)) problems.push(`it is read with ${status}`)
  }
  if (family.delete === undefined) return problems
  const { status } = await visitor.call(`DELETE ${item}`)
  if (status !== family.delete.status) problems.push(`it is deleted with ${status}`)
  // A revoked invitation stays in the list, and can be revoked again.
  const stays = family.path === '/api/admin/invite-codes'
  if ((await listed()) !== stays)
    problems.push(`it is ${stays ? 'not ' : ''}listed after its deletion`)
  for (const method of [read, family.delete].flatMap((one) => one?.method ?? [])) {
    const again = await visitor.call(`${method} ${item}`)
    // A deleted organization has no members, so its former owner gets 403.
    const gone = stays ? 204 : family.path === '/api/orgs' ? 403 : 404
    if (again.status !== gone) problems.push(`${method} answers ${again.status} after its deletion`)
  }
  return problems
}

describe('each family of the known deployment', () => {
  it.each(deploymentFamilies.map((family) => [family.path, family] as const))(
    'the operations of %s create, list, read, change and delete records',
    async (_path, family) => {
      const visitor = await signIn(mountInProcess({ profile, scenarios }))
      const problems = await live(visitor, family).catch((error: unknown) => [String(error)])
      expect(problems.join('\n')).toBe('')
    },
  )
})
