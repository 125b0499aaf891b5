import { expect, it } from 'vitest'
import { withPlanted } from '../../conformance/lives/planted-differences.ts'
import { importTextsOver } from '../import-in-process.ts'
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
