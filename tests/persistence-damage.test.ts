import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { describe, expect, it } from 'vitest'
import { emptyFolder, linesOf, refusalOf, openStoredFake, worldFileIn } from './stored-fake.ts'
import type { Mounted } from './transports.ts'
import { newConversation, signIn, visit } from './visitor.ts'

const titlesIn = ({ fake }: Mounted) =>
  Array.from(fake.world().store.conversations.values(), ({ title }) => title)

/** A folder with one world, whose conversations with these titles are one line of changes each. */
async function folderWith(...titles: string[]) {
  const folder = emptyFolder()
  const mounted = openStoredFake(folder)
  const visitor = await signIn(mounted)
  for (const title of titles) await newConversation(visitor, { title })
  mounted.kill()
  return { folder, file: worldFileIn(folder) }
}

describe('the file of a stored world', () => {
  it('the file of a stored world loses only its last line if it was cut at any position', async () => {
    const { file, folder } = await folderWith('One', 'Two')
    const whole = readFileSync(file)
    const last = (linesOf(file).at(-1) ?? '').length + 1
    for (const cut of [1, 2, 9, Math.floor(last / 2), last - 9, last - 1]) {
      writeFileSync(file, whole)
      truncateSync(file, whole.length - cut)
      const mounted = openStoredFake(folder)
      expect([titlesIn(mounted).includes('One'), titlesIn(mounted).includes('Two')]).toEqual([
        true,
        false,
      ])
      expect(mounted.notices).toEqual([expect.stringContaining('is incomplete and was removed')])
      await newConversation(await signIn(mounted), { title: 'Three' })
      mounted.kill()
      const again = openStoredFake(folder)
      expect([titlesIn(again).includes('Three'), again.notices]).toEqual([true, []])
      again.kill()
    }
  })

  it('the file of a stored world also loses a damaged last line', async () => {
    const { file, folder } = await folderWith('One', 'Two')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('Two', 'Owt'))
    const mounted = openStoredFake(folder)
    expect(titlesIn(mounted)).toContain('One')
    expect(titlesIn(mounted)).not.toContain('Owt')
  })

  it.each([
    ['was changed', (lines: string[]) => lines.with(3, (lines[3] ?? '').replace('One', 'Eno')), 4],
    ['is missing', (lines: string[]) => lines.toSpliced(3, 1), 4],
    ['appears twice', (lines: string[]) => lines.toSpliced(3, 0, lines[3] ?? ''), 5],
    [
      'is a complete state',
      (lines: string[]) => lines.with(1, (lines[1] ?? '').replace('{', '[')),
      2,
    ],
  ])(
    'a world file is refused if a line in its middle %s; other worlds are loaded',
    async (_, damage, line) => {
      const { file, folder } = await folderWith('One', 'Two', 'Three')
      writeFileSync(file, `${damage(linesOf(file)).join('\n')}\n`)
      const mounted = openStoredFake(folder)
      const { status, json } = await visit(mounted).call('GET /api/agents')
      expect(status).toBe(503)
      const says = `${file} is damaged at line ${line}.`
      expect(json).toMatchObject({ message: expect.stringContaining(says) })
      expect(mounted.notices).toEqual([expect.stringContaining(says)])
      const headers = { 'x-understudy-world': 'red' }
      expect((await visit(mounted).call('GET /api/agents', { headers })).status).toBe(401)
    },
  )

  it('the file of a stored world is not changed when it is refused', async () => {
    const { file, folder } = await folderWith('One', 'Two', 'Three')
    const damaged = readFileSync(file, 'utf8').replace('One', 'Eno')
    writeFileSync(file, damaged)
    const mounted = openStoredFake(folder)
    await visit(mounted).call('GET /api/agents')
    mounted.stop()
    expect(readFileSync(file, 'utf8')).toBe(damaged)
  })

  it('the whole folder is refused if the first line of a world file cannot be read', async () => {
    const { file, folder } = await folderWith('One')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"default"', '"another"'))
    expect(refusalOf(folder)).toContain(`${file} is damaged at line 1.`)
    writeFileSync(file, '')
    expect(refusalOf(folder)).toContain(`${file} is damaged at line 1.`)
  })
})

describe('a change that cannot be written', () => {
  it('a change that cannot be written gets no response and is undone: the world equals its file', async () => {
    const { file, folder } = await folderWith('One')
    const mounted = openStoredFake(folder)
    const visitor = await signIn(mounted)
    const red = { headers: { 'x-understudy-world': 'red' } }
    renameSync(file, `${file}.away`)
    mkdirSync(file)
    const post = () => visitor.call('POST /api/conversations', { body: { title: 'Two' } })
    const { status, json } = await post()
    expect([status, json]).toMatchObject([503, { error: 'service_unavailable' }])
    expect(mounted.notices[0]).toMatch(/^Failed to store the world `default`: EISDIR/)
    expect((await visit(mounted).call('GET /api/agents', red)).status).toBe(401)
    rmdirSync(file)
    renameSync(`${file}.away`, file)
    expect((await visitor.call('GET /api/auth/me')).status).toBe(200)
    expect(titlesIn(mounted)).not.toContain('Two')
    expect((await post()).status).toBe(200)
    mounted.kill()
    expect(titlesIn(openStoredFake(folder)).filter((title) => title === 'Two')).toHaveLength(1)
  })

  it('a change that cannot be written ends the streams of the world, and does not stop the clock', async () => {
    const { file, folder } = await folderWith('One')
    const mounted = openStoredFake(folder, { speed: 1 })
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const body = { q: 'Where is my order?', conversation_id }
    const reader = await visitor.read('POST /api/react', { body })
    const { clock } = mounted.fake.world()
    renameSync(file, `${file}.away`)
    mkdirSync(file)
    clock.advance(1000)
    const seen = await reader.rest()
    expect(seen.map(({ event }) => event)).not.toContain('end')
    rmdirSync(file)
    renameSync(`${file}.away`, file)
    const resume = { conversation_id, cursor: -1 }
    const resumed = await visitor.read('POST /api/chat/resume', { body: resume })
    mounted.fake.clock.advance('1m')
    const replayed = await resumed.rest()
    expect(replayed.slice(0, seen.length)).toEqual(seen)
    expect(replayed.map(({ event }) => event)).toContain('done')
  })

  it('a change that cannot be written is also refused by the control API', async () => {
    const { file, folder } = await folderWith('One')
    const mounted = openStoredFake(folder)
    mounted.fake.world()
    renameSync(file, `${file}.away`)
    mkdirSync(file)
    const { status, json } = await visit(mounted).call('POST /__control/clock', {
      body: { freeze: true },
    })
    expect([status, json]).toEqual([503, { error: expect.stringContaining('Failed to store') }])
    const made = await visit(mounted).call('POST /__control/reset', { body: {} })
    expect(made.status).toBe(503)
  })

  it('bytes after the last complete line of a world file are not a change', async () => {
    const { file, folder } = await folderWith('One')
    appendFileSync(file, '\0'.repeat(4096))
    expect(titlesIn(openStoredFake(folder))).toContain('One')
  })
})
