import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UsageError } from '../../cli/command-line.ts'
import { loadPlacedProfile, loadProfile } from '../../cli/world-data.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profile-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A folder with these files. */
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
  it('a profile in a folder has the parts of all of its files', async () => {
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

  it('a profile in a folder without a name is named for its folder', async () => {
    await mkdir(join(folder, 'nameless'))
    await writeFile(join(folder, 'nameless/a.yaml'), 'picks: {}')
    expect((await loadProfile(join(folder, 'nameless'))).name).toBe('nameless')
  })

  it.each([
    ['picks:\n  lists.default-size: { items: 7 }', 'lists.default-size', '2:3'],
    ['answers:\n  GET /api/agents: { body: items }', 'GET /api/agents', '2:3'],
    ['operations:\n  ping: { kind: action, method: GET, path: /api/ping }', 'ping', '2:3'],
    ['name: staging', 'name', '1:1'],
  ])('an entry in two files of a folder is refused with both places: %s', async (text, key, at) => {
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
  ])('an error in one file of a folder has the place in that file: %s', async (text, place) => {
    const says = await refusalOf({
      'a.yaml': 'answers: { GET /api/conversations: {} }',
      'b.yaml': text,
    })
    expect(says).toContain(place)
  })

  it('a folder without a file of a profile, and a path that does not exist, are refused', async () => {
    expect(await refusalOf({ 'notes.txt': 'x' })).toContain('has no profile')
    await expect(loadProfile(join(folder, 'none'))).rejects.toThrow('There is no profile')
  })
})
