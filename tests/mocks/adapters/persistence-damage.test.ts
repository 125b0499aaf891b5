import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../mocks/adapters/folder/folder.ts'
import { SqlStorage } from '../../../mocks/adapters/sql/sql-storage.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import {
  databaseIn,
  emptyFolder,
  openStoredFake,
  query,
  refusalOf,
} from '../../support/stored-fake.ts'
import { type Mounted, mountInProcess } from '../../support/transports.ts'
import { inWorld, newConversation, signIn, visit } from '../../support/visitor.ts'

const titlesIn = ({ fake }: Mounted, world?: string) =>
  Array.from(fake.world(world).store.conversations.values(), ({ title }) => title)

/** A folder whose worlds `default` and `red` have conversations with these titles, one per row. */
async function folderWith(...titles: string[]) {
  const folder = emptyFolder()
  const mounted = openStoredFake(folder)
  for (const world of ['default', 'red']) {
    const visitor = await signIn(inWorld(mounted, world))
    for (const title of titles) await newConversation(visitor, { title })
  }
  mounted.kill()
  return folder
}

const inDefault = "owner = 'world/default'"
const rowOf = (title: string) => `${inDefault} AND body LIKE '%"title":"${title}"%'`
const numberOf = (title: string) => `(SELECT number FROM chain WHERE ${rowOf(title)})`

describe('a stored world that is damaged', () => {
  it.each([
    [
      'a change is different',
      `UPDATE chain SET body = replace(body, 'One', 'Eno') WHERE ${rowOf('One')}`,
    ],
    ['a change is missing', `DELETE FROM chain WHERE ${rowOf('One')}`],
    [
      'the last change is different',
      `UPDATE chain SET body = replace(body, 'Two', 'Owt') WHERE ${rowOf('Two')}`,
    ],
    [
      'the last change is missing',
      `DELETE FROM chain WHERE ${inDefault} AND number >= ${numberOf('Two')}`,
    ],
    [
      'a change appears twice',
      `INSERT INTO chain SELECT owner, 1 + (SELECT max(number) FROM chain WHERE ${inDefault}), more, body, crc FROM chain WHERE ${rowOf('Two')}`,
    ],
    [
      'a change was replaced by another one',
      `UPDATE chain SET body = (SELECT body FROM chain WHERE ${rowOf('Two')}) WHERE ${rowOf('One')}`,
    ],
    [
      'a change has a number that JavaScript cannot express',
      `UPDATE chain SET crc = 9223372036854775807 WHERE ${rowOf('One')}`,
    ],
    [
      'the state is different',
      `UPDATE chain SET body = replace(body, '{', '[') WHERE ${inDefault} AND number = 1`,
    ],
    ['its chain is missing', `DELETE FROM chain WHERE ${inDefault}`],
    ['its row is missing', "DELETE FROM worlds WHERE name = 'default'"],
    [
      'its row is different',
      `UPDATE worlds SET end = replace(end, '"rows":', '"rows":1') WHERE name = 'default'`,
    ],
    [
      'its row has the data of another world',
      "UPDATE worlds SET end = (SELECT end FROM worlds WHERE name = 'red'), seal = (SELECT seal FROM worlds WHERE name = 'red') WHERE name = 'default'",
    ],
    ['its row has another name', "UPDATE worlds SET name = 'defaulu' WHERE name = 'default'"],
    ['its fixture is missing', "UPDATE worlds SET seal = NULL WHERE name = 'default'"],
  ])('requests to a stored world get 503 if %s; other worlds are loaded', async (_, damage) => {
    const folder = await folderWith('One', 'Two')
    query(folder, damage)
    const mounted = openStoredFake(folder)
    const { status, json } = await visit(mounted).call('GET /api/agents')
    expect(status).toBe(503)
    const refusal = expect.stringMatching(
      /^Failed to load the world `default`: .*DELETE \/__control\/worlds\/default\.$/,
    )
    expect(json).toMatchObject({ message: refusal })
    expect(mounted.notices).toEqual([refusal])
    expect(titlesIn(mounted, 'red')).toEqual(expect.arrayContaining(['One', 'Two']))
  })

  it.each(['OPTIONS /w/red/api/agents', 'GET /w/red/openapi.json'])(
    'a damaged stored world responds to %s with 503 and the reason',
    async (operation) => {
      const folder = await folderWith('One')
      query(folder, "DELETE FROM chain WHERE owner = 'world/red'")
      const { status, json } = await visit(openStoredFake(folder)).call(operation)
      expect(status).toBe(503)
      expect(json).toMatchObject({
        message: expect.stringMatching(/^Failed to load the world `red`: its data is damaged/),
      })
    },
  )

  it('a damaged stored world stays unchanged on disk, and the response of 503 does not name the folder', async () => {
    const folder = await folderWith('One', 'Two')
    query(folder, `DELETE FROM chain WHERE ${rowOf('One')}`)
    const stored = () => query(folder, `SELECT * FROM chain WHERE ${inDefault}`)
    const before = stored()
    const mounted = openStoredFake(folder)
    const { text } = await visit(mounted).call('POST /api/auth/login', { body: {} })
    mounted.stop()
    expect(text).not.toContain(folder)
    expect(stored()).toEqual(before)
  })

  it('a damaged stored world can be deleted, and then be created again', async () => {
    const folder = await folderWith('One', 'Two')
    query(folder, `DELETE FROM chain WHERE ${rowOf('One')}`)
    const mounted = openStoredFake(folder)
    const remove = () => visit(mounted).call('DELETE /__control/worlds/default', { body: {} })
    expect((await remove()).status).toBe(204)
    expect(titlesIn(mounted)).not.toContain('Two')
    mounted.kill()
    const again = openStoredFake(folder)
    expect([titlesIn(again).includes('Two'), again.notices]).toEqual([false, []])
  })

  it('the whole --data folder is refused if the database or its first row cannot be read', async () => {
    const folder = await folderWith('One')
    const path = databaseIn(folder)
    const whole = readFileSync(path)
    query(folder, "DELETE FROM chain WHERE owner = 'storage'")
    expect(refusalOf(folder)).toContain(
      'its data is damaged: the first row is missing. Choose another folder, or restore',
    )
    writeFileSync(path, whole.with(1, 0))
    expect(refusalOf(folder)).toContain(
      `Failed to store worlds in ${folder}: file is not a database.`,
    )
  })
})

/** A fake whose database can be made to refuse writes. */
function openBreakableFake(folder: string, options: { readonly speed?: number } = {}) {
  const notices: string[] = []
  const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const database = openDatabase(databaseIn(folder))
  let isFull = false
  const exec: typeof database.exec = (sql, ...params) => {
    if (isFull && !sql.startsWith('SELECT')) throw new Error('database or disk is full')
    return database.exec(sql, ...params)
  }
  const onNotice = (sentence: string) => notices.push(sentence)
  const storage = new SqlStorage({ ...database, exec }, { onNotice, systemClock })
  const mounted = mountInProcess({ ...options, systemClock, storage })
  return {
    ...mounted,
    notices,
    setFull: (full: boolean) => (isFull = full),
    kill: () => database.close(),
  }
}

describe('a database that is deleted, moved or replaced under a fake', () => {
  it('a moved database refuses writes with 503 and one notice, still serves reads, and works again when it is back', async () => {
    const folder = await folderWith('One')
    const path = databaseIn(folder)
    const mounted = openStoredFake(folder)
    const visitor = await signIn(mounted)
    const post = () => visitor.call('POST /api/conversations', { body: { title: 'Two' } })
    renameSync(path, `${path}.away`)
    const { status, json } = await post()
    expect([status, json]).toMatchObject([503, { error: 'service_unavailable' }])
    expect((await post()).status).toBe(503)
    expect(mounted.notices).toEqual([
      `Failed to store the world \`default\`: ${path} was deleted, moved or replaced. Move it back, or restart the server, which then uses the file that it finds there. Nothing was changed.`,
    ])
    expect((await visitor.call('GET /api/auth/me')).status).toBe(200)
    writeFileSync(path, 'of another program')
    expect((await post()).status).toBe(503)
    renameSync(`${path}.away`, path)
    expect((await post()).status).toBe(200)
    mounted.kill()
    expect(titlesIn(openStoredFake(folder)).filter((title) => title === 'Two')).toHaveLength(1)
  })

  it('a backup that replaces the database of a running fake is loaded unchanged at the next start', async () => {
    const folder = await folderWith('One')
    const path = databaseIn(folder)
    const backup = readFileSync(path)
    const mounted = openStoredFake(folder)
    const visitor = await signIn(mounted)
    await visitor.call('POST /api/conversations', { body: { title: 'Two' } })
    rmSync(path)
    writeFileSync(path, backup)
    mounted.kill()
    expect(titlesIn(openStoredFake(folder))).not.toContain('Two')
  })

  it('a --data folder whose database was deleted under a fake can be used again once this fake has stopped', async () => {
    const folder = await folderWith('One')
    const mounted = openStoredFake(folder)
    await signIn(mounted)
    rmSync(databaseIn(folder))
    mounted.kill()
    expect(titlesIn(openStoredFake(folder))).not.toContain('One')
  })
})

describe('a change that cannot be written', () => {
  it('a change that cannot be written gets 503 and is undone, so the world equals its stored state', async () => {
    const folder = await folderWith('One')
    const mounted = openBreakableFake(folder)
    const visitor = await signIn(mounted)
    mounted.setFull(true)
    const post = () => visitor.call('POST /api/conversations', { body: { title: 'Two' } })
    const { status, json } = await post()
    const sentence =
      'Failed to store the world `default`: database or disk is full. Nothing was changed.'
    expect([status, json]).toMatchObject([503, { error: 'service_unavailable', message: sentence }])
    expect(mounted.notices).toEqual([sentence])
    expect((await visit(inWorld(mounted, 'red')).call('GET /api/agents')).status).toBe(401)
    expect((await visitor.call('GET /api/auth/me')).status).toBe(200)
    expect(titlesIn(mounted)).not.toContain('Two')
    mounted.setFull(false)
    expect((await post()).status).toBe(200)
    mounted.kill()
    expect(titlesIn(openStoredFake(folder)).filter((title) => title === 'Two')).toHaveLength(1)
  })

  it('a change that cannot be written ends the streams of the world, and does not stop the clock', async () => {
    const mounted = openBreakableFake(await folderWith('One'), { speed: 1 })
    const visitor = await signIn(mounted)
    const conversation_id = await newConversation(visitor)
    const body = { q: 'Where is my order?', conversation_id }
    const reader = await visitor.read('POST /api/react', { body })
    const { clock } = mounted.fake.world()
    mounted.setFull(true)
    clock.advance(1000)
    const seen = await reader.rest()
    expect(seen.map(({ event }) => event)).not.toContain('end')
    mounted.setFull(false)
    const resume = { conversation_id, cursor: -1 }
    const resumed = await visitor.read('POST /api/chat/resume', { body: resume })
    mounted.fake.clock.advance('1m')
    const replayed = await resumed.rest()
    expect(replayed.slice(0, seen.length)).toEqual(seen)
    expect(replayed.map(({ event }) => event)).toContain('done')
  })

  it('a change that cannot be written is also refused by the control API', async () => {
    const mounted = openBreakableFake(await folderWith('One'))
    mounted.fake.world()
    mounted.setFull(true)
    const { status, json } = await visit(mounted).call('POST /__control/clock', {
      body: { freeze: true },
    })
    expect([status, json]).toEqual([503, { error: expect.stringContaining('Failed to store') }])
    const made = await visit(mounted).call('POST /__control/reset', { body: {} })
    expect(made.status).toBe(503)
    const deleted = await visit(mounted).call('DELETE /__control/worlds/default', { body: {} })
    expect(deleted.status).toBe(503)
    mounted.setFull(false)
    expect(titlesIn(mounted)).toContain('One')
  })
})
