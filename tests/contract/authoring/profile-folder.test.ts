import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../../cli/command-line.ts'
import { readProfileText } from '../../../contract/authoring/profile-folder.ts'
import { loadPlacedProfile, loadProfile, shippedProfiles } from '../../../cli/world-data.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profile-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await mkdtemp(join(folder, 'staging-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  return path
}

async function refusalOf(files: Readonly<Record<string, string>>): Promise<string> {
  const path = await folderWith(files)
  const error: unknown = await loadProfile(path).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UsageError)
  return String(error).replaceAll(`${path}/`, '')
}

describe('a profile in a folder', () => {
  it('a profile in a folder combines the contents of all files of the folder', async () => {
    const path = await folderWith({
      'b.json': '{ "about": "B", "answers": { "GET /api/agents": { "body": "items" } } }',
      'a.yaml': 'about: A\nname: staging\npicks: { lists.default-size: { items: 7 } }',
      'c.yml': 'operations:\n  ping: { kind: action, method: GET, path: /api/ping }',
      'notes.txt': 'not: a profile',
    })
    const { profile, where } = await loadPlacedProfile(path)
    expect(profile).toMatchObject({
      name: 'staging',
      picks: { 'lists.default-size': { option: 'items', value: 7 } },
      answers: { 'agents.list': { body: 'items' } },
      operations: { ping: { kind: 'action' } },
    })
    expect(where(['operations', 'ping', 'path'])).toBe(`${path}/c.yml:2:44`)
    expect(where(['picks', 'lists.default-size'], 'key')).toBe(`${path}/a.yaml:3:10`)
  })

  it('a profile folder whose files have no name is named like the folder', async () => {
    await mkdir(join(folder, 'nameless'))
    await writeFile(join(folder, 'nameless/a.yaml'), 'picks: {}')
    expect((await loadProfile(join(folder, 'nameless'))).name).toBe('nameless')
  })

  it.each([
    ['picks:\n  lists.default-size: { items: 7 }', 'lists.default-size', '2:3'],
    ['answers:\n  GET /api/agents: { body: items }', 'GET /api/agents', '2:3'],
    ['operations:\n  ping: { kind: action, method: GET, path: /api/ping }', 'ping', '2:3'],
    ['name: staging', 'name', '1:1'],
  ])('an entry in two files of a folder is refused with both lines: %s', async (text, key, at) => {
    expect(await refusalOf({ 'a.yaml': text, 'b.yaml': text })).toBe(
      `UsageError: b.yaml:${at}: \`${key}\` is also at a.yaml:${at}. Write it in one of the two files.`,
    )
  })

  it.each([
    ['answers:\n  GET /api/agents: { bdoy: items }', 'b.yaml:2:22'],
    ['colour: red', 'b.yaml:1:1'],
    ['- a list', 'b.yaml:1:1'],
    ['picks: [a]', 'b.yaml:1:8'],
    ['picks: "', 'b.yaml:1:'],
  ])('an error in a file of a folder names the file and the line: %s', async (text, place) => {
    const says = await refusalOf({
      'a.yaml': 'answers: { GET /api/conversations: {} }',
      'b.yaml': text,
    })
    expect(says).toContain(place)
  })

  it('the folder of an import cannot be loaded as a profile, and the error names the profile folder in it', async () => {
    const files = { 'fixture.yaml': 'name: a', 'import.json': '{}', profile: '' }
    expect(await refusalOf(files)).toMatch(
      /also has data and scripts. Give the folder of its profile: `.*profile`/,
    )
  })

  it('a profile folder without profile files, and a missing path, are refused', async () => {
    expect(await refusalOf({ 'notes.txt': 'x' })).toContain('has no profile')
    await expect(loadProfile(join(folder, 'none'))).rejects.toThrow('There is no profile')
  })
})

const readSent = (text: string) => readProfileText(text, 'sent.yaml', shippedProfiles)

describe('a base in a profile file', () => {
  it('a base is the name of a shipped profile or a relative path, and problems are reported with their files', async () => {
    const path = await folderWith({
      'staging.yaml': 'base: deployed-0.8\npicks: { lists.default-size: { items: 7 } }',
      'mine.yaml': 'base: staging.yaml\nanswers:\n  GET /api/agents: { status: 203 }',
    })
    const { profile, where } = await loadPlacedProfile(join(path, 'mine.yaml'))
    const deployed = await loadProfile('deployed-0.8')
    expect(profile.name).toBe('mine')
    expect(profile.operations).toEqual(deployed.operations)
    expect(profile.picks['lists.default-size']).toEqual({ option: 'items', value: 7 })
    expect(profile.answers).toEqual({ ...deployed.answers, 'agents.list': { status: 203 } })
    expect(where(['answers', 'GET /api/agents'], 'key')).toBe(`${path}/mine.yaml:3:3`)
    expect(where(['picks', 'lists.default-size'], 'key')).toBe(`${path}/staging.yaml:2:10`)
    expect(where(['operations', 'skills'])).toBe('deployed-0.8')
  })

  it('the base of a profile may be a folder, and a profile in a folder names its base in one file', async () => {
    const path = await folderWith({ 'a.yaml': 'picks: { lists.default-size: { items: 7 } }' })
    const mine = await folderWith({
      'a.yaml': `base: ../${basename(path)}`,
      'b.yaml': 'answers: { GET /api/agents: { status: 203 } }',
    })
    const { picks, answers } = await loadProfile(mine)
    expect([picks, answers]).toEqual([
      { 'lists.default-size': { option: 'items', value: 7 } },
      { 'agents.list': { status: 203 } },
    ])
  })

  it.each([
    [
      'base: deployed-0.9',
      'b.yaml:1:7: There is no profile `deployed-0.9`. Did you mean `deployed-0.8`? Allowed: `documented`, `deployed-0.8`, or the path of a file or folder, from the folder of this file.',
    ],
    ['base: ../none.yaml', 'b.yaml:1:7: There is no profile `../none.yaml`.'],
    [
      'base: b.yaml',
      'b.yaml:1:7: The bases lead back to this profile: b.yaml → b.yaml. Remove one `base`.',
    ],
    ['base: 5', 'b.yaml:1:7: It must be a profile or the name of one, not 5'],
    ['base: documented\noperations: { a: null }', 'b.yaml:2:15: The base has no family `a`'],
    ['operations: { a: null }', 'b.yaml:1:15: `null` removes the family of a base'],
  ])('a wrong base is refused with its line: %s', async (text, says) => {
    const path = await folderWith({ 'b.yaml': text })
    await expect(loadProfile(join(path, 'b.yaml'))).rejects.toThrow(`${path}/${says}`)
  })

  it('a circle of bases, and a base with a problem, are refused with their line and file', async () => {
    const path = await folderWith({
      'a.yaml': 'base: b.yaml',
      'b.yaml': 'base: a.yaml',
      'c.yaml': 'base: wrong.yaml',
      'wrong.yaml': 'picks:\n  errors.envelop: detail',
    })
    await expect(loadProfile(join(path, 'a.yaml'))).rejects.toThrow(
      `${path}/b.yaml:1:7: The bases lead back to this profile: a.yaml → b.yaml → a.yaml.`,
    )
    await expect(loadProfile(join(path, 'c.yaml'))).rejects.toThrow(
      `${path}/wrong.yaml:2:3: Unknown choice \`errors.envelop\`.`,
    )
  })

  it('a profile that is not loaded from a file cannot extend a profile at a path', async () => {
    expect((await readSent('base: deployed-0.8')).operations).toHaveProperty('skills')
    await expect(readSent('base: ../../etc/passwd')).rejects.toThrow(
      'sent.yaml:1:7: There is no profile `../../etc/passwd`. Allowed: `documented`, `deployed-0.8`',
    )
  })
})
