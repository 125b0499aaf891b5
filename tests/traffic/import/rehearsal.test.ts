import { expect, it } from 'vitest'
import { objectIn } from '../../../contract/json.ts'
import { withPlanted } from '../../conformance/lives/planted-differences.ts'
import { createVirtualClock } from '../../support/virtual-clock.ts'
import { fakeOf, importTextsOver, usersOf } from '../import-in-process.ts'
import { deployedProfile as deployed } from '../../profiles/deployment/deployed-profile.ts'
import { walkProfile } from './walks.ts'

const life = 'life./api/skills'

/** The rules that an import dropped from its base. */
const droppedIn = ({ profile }: Awaited<ReturnType<typeof importTextsOver>>) =>
  profile.operations.filter((line) => line.endsWith(', as recorded'))

/** A family of the deployment without one of its parts. */
const without = (name: string, part: string) => ({
  life,
  says: `${name} has no ${part}`,
  section: 'operations' as const,
  name,
  change: ({ [part]: _removed, ...others }) => others,
})

it('an import drops a refusal and a change that the recording refutes, and keeps all others', async () => {
  const differs = withPlanted(deployed, [
    without('skill_read', 'refuses'),
    without('skill_change', 'changes'),
  ])
  const { har } = await walkProfile(differs, [life])
  expect(droppedIn(await importTextsOver('deployed-0.8', har))).toEqual([
    'GET /api/skills/{skill_id}: does not refuse with "skill_not_found", as recorded',
    'PUT /api/skills/{skill_id}: changes nothing, as recorded',
  ])
})

it('an import of a deployment like its base keeps all rules', async () => {
  const { har } = await walkProfile(deployed, [life])
  expect(droppedIn(await importTextsOver('deployed-0.8', har))).toEqual([])
})

it('an import over `documented` refuses a missing record with the recorded status and message', async () => {
  const { har } = await walkProfile(deployed, ['life./api/orgs'])
  const imported = await importTextsOver('documented', har)
  const missing =
    'refuses a missing record with 403 "Not a member of this organization", as recorded'
  expect(droppedIn(imported)).toContain(`GET /api/orgs/{org_id}: ${missing}`)
  const fake = fakeOf(imported, createVirtualClock(Date.parse('2026-11-21T08:00:00Z')))
  const [user] = usersOf(imported).values()
  const login = await fake.fetch(
    new Request('http://fake.test/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(user),
    }),
  )
  const { access_token: token } = objectIn(await login.json())
  const response = await fake.fetch(
    new Request('http://fake.test/api/orgs/0f0e0d0c-0b0a-4908-8706-0504030201ff', {
      headers: { authorization: `Bearer ${String(token)}` },
    }),
  )
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ detail: 'Not a member of this organization' })
})
