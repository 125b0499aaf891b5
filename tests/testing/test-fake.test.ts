import { writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readProfile } from '../../contract/profile.ts'
import { loadConfiguredFake } from '../../testing/configured.ts'
import { createTestFake, type TestFakeOptions } from '../../testing/test-fake.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { file } = temporaryFolder()

/** The profile of a fake for tests with these options. */
const played = (options: TestFakeOptions, configured = {}) =>
  createTestFake({ fixture: 'empty', ...options }, configured).world().profile

it('a fake for tests uses the profile file that the config file names', async () => {
  const profile = await file(
    'own.yaml',
    'picks: { lists.envelope: { at: { GET /api/agents: items } } }',
  )
  const folder = profile.replace(/\/own\.yaml$/, '')
  await writeFile(`${folder}/understudy.config.yaml`, 'profile: own.yaml')
  expect(played({}, await loadConfiguredFake(folder))).toEqual(
    readProfile({ picks: { 'lists.envelope': { at: { 'GET /api/agents': 'items' } } } }, 'own'),
  )
})

it('a profile in the options of a test can have a shipped profile as its base', () => {
  const profile = { base: 'deployed-0.8', operations: { workflow_test_webhook: null } }
  const deployed = played({ profile: 'deployed-0.8' })
  const { workflow_test_webhook: _removed, ...others } = deployed.operations ?? {}
  expect(played({ profile })).toEqual({ ...deployed, name: 'unnamed', operations: others })
  expect(() => played({ profile: { base: 'deployed-0.9' } })).toThrow('Did you mean `deployed-0.8`')
})

it.each([
  [{ scenarios: './scripts' }, '`scenarios` takes a list of scripts'],
  [{ fixture: './data.yaml' }, '`fixture` takes the name of a shipped fixture, or data'],
])('a fake for tests that gets a path in %j says where files are named', (options, problem) => {
  expect(() => createTestFake(options as unknown as TestFakeOptions)).toThrow(
    `${problem}. To use your files, name them in understudy.config.yaml.`,
  )
})
