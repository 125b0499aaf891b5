import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, openFolder } from '../../../mocks/adapters/folder/folder.ts'
import { appendToChain, emptyChain, schema } from '../../../mocks/adapters/sql/sql-storage.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import {
  databaseIn,
  emptyFolder,
  openStoredFake,
  query,
  refusalOf,
} from '../../support/stored-fake.ts'
import { type Enveloped, signIn } from '../../support/visitor.ts'

const begunIn = (folder: string) => `${databaseIn(folder)}.new`

describe('the --data folder', () => {
  it('the --data folder is refused if a later release wrote it', () => {
    const folder = emptyFolder()
    const database = openDatabase(databaseIn(folder))
    for (const table of schema) database.exec(table)
    appendToChain(database, 'storage', emptyChain, { format: 3 })
    database.close()
    expect(refusalOf(folder)).toContain(
      'has format 3 of a later release; this release needs format 2.',
    )
  })

  it('the --data folder of an earlier release is refused with the way to export its worlds, and stays unchanged', () => {
    const folder = emptyFolder()
    const marker = join(folder, 'understudy.json')
    writeFileSync(marker, '{"understudy":"folder","format":1}')
    mkdirSync(join(folder, 'worlds'))
    expect(refusalOf(folder)).toBe(
      `${folder} has the format of an earlier release. To keep its worlds, start that release with it and save each world with GET /__control/snapshot; then start this release with a new folder and send each file with PUT /__control/snapshot. The header x-understudy-world names the world.`,
    )
    expect(readdirSync(folder)).toEqual(['understudy.json', 'worlds'])
  })

  it('the --data folder is refused if it contains other files, and these stay unchanged', () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'thesis.tex'), 'Years of work')
    expect(refusalOf(folder)).toContain('has other files in it')
    expect(readdirSync(folder)).toEqual(['thesis.tex'])
  })

  it('the --data folder is refused if it cannot be created', () => {
    const file = join(emptyFolder(), 'file')
    writeFileSync(file, '')
    expect(refusalOf(join(file, 'folder'))).toContain('ENOTDIR')
  })

  it('the --data folder is locked by one process, and can be used again after that process died', () => {
    const folder = emptyFolder()
    const lock = join(folder, 'lock')
    const first = openFolder(folder)
    expect(refusalOf(folder)).toBe(
      `Process ${process.pid} stores its worlds in ${folder}. Stop it, or choose another folder.`,
    )
    rmSync(lock)
    expect(refusalOf(folder)).toContain(`Another process stores its worlds in ${folder}.`)
    first.close()
    for (const left of [String(2 ** 22 + 1), '', String(process.pid)]) {
      writeFileSync(lock, left)
      openFolder(folder).close()
      expect(readdirSync(folder)).toEqual(['worlds.sqlite'])
    }
  })

  it('the --data folder is refused if its database is empty, truncated or foreign, and stays unchanged', () => {
    for (const bytes of [0, 1, 511, 4096, 8192]) {
      const folder = emptyFolder()
      openStoredFake(folder).stop()
      truncateSync(databaseIn(folder), bytes)
      const problem = bytes < 512 ? /has only \d+ bytes,.*without stored worlds/ : /Failed to store/
      expect([bytes, refusalOf(folder)]).toEqual([bytes, expect.stringMatching(problem)])
      expect(statSync(databaseIn(folder)).size).toBe(bytes)
    }
    const folder = emptyFolder()
    const other = openDatabase(databaseIn(folder))
    other.exec('CREATE TABLE recipes (name TEXT)')
    other.close()
    expect(refusalOf(folder)).toContain('no such table: chain')
  })

  it('the --data folder can be used even if its first start was killed at any moment', () => {
    const empty = emptyFolder()
    writeFileSync(begunIn(empty), '')
    const damaged = emptyFolder()
    writeFileSync(begunIn(damaged), 'x'.repeat(4096))
    expect(refusalOf(damaged)).toContain('file is not a database')
    const complete = emptyFolder()
    openFolder(complete).close()
    renameSync(databaseIn(complete), begunIn(complete))
    for (const folder of [empty, damaged, complete]) {
      openFolder(folder).close()
      expect(readdirSync(folder)).toEqual(['worlds.sqlite'])
    }
  })

  it('the --data folder is refused with a solution if its database was deleted but its log was not', () => {
    const folder = emptyFolder()
    writeFileSync(`${databaseIn(folder)}-wal`, 'changes')
    expect(refusalOf(folder)).toContain(
      `it was deleted or moved while a server used it. Remove ${databaseIn(folder)}-wal, then restore`,
    )
    rmSync(`${databaseIn(folder)}-wal`)
    openFolder(folder).close()
  })

  it('the --data folder is refused if its database or its lock is a folder', () => {
    for (const name of ['worlds.sqlite', 'lock']) {
      const folder = emptyFolder()
      if (name === 'lock') openFolder(folder).close()
      mkdirSync(join(folder, name))
      expect(refusalOf(folder)).toContain(`${join(folder, name)} is not a file`)
    }
  })

  it('the --data folder has a secret that only its owner can read', () => {
    const folder = emptyFolder()
    const opened = openFolder(folder)
    opened.secret(undefined, () => 'drawn')
    const files = readdirSync(folder)
    expect(files).toEqual(expect.arrayContaining(['worlds.sqlite', 'worlds.sqlite-wal']))
    for (const file of files.filter((name) => name.startsWith('worlds')))
      expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
    opened.close()
  })

  it('the --data folder keeps its secret, but a server that needs a random secret replaces a secret made from a seed', () => {
    const path = emptyFolder()
    const notices: string[] = []
    const secret = (known: string | undefined, drawn: string) => {
      const folder = openFolder(path, { onNotice: (sentence) => notices.push(sentence) })
      const given = folder.secret(known, () => drawn)
      folder.close()
      return given
    }
    expect([secret('seed', 'a'), secret('other', 'b')]).toEqual(['seed', 'seed'])
    expect(notices).toEqual([])
    expect([secret(undefined, 'c'), secret(undefined, 'd'), secret('e', 'f')]).toEqual([
      'c',
      'c',
      'c',
    ])
    expect(notices).toHaveLength(1)
  })

  it('the --data folder stores a fixture once for all worlds that use it, and deletes it with the last world', async () => {
    const folder = emptyFolder()
    let mounted = openStoredFake(folder)
    const fixtures = () => {
      mounted.kill()
      const stored = "SELECT DISTINCT owner FROM chain WHERE owner LIKE 'fixture/%'"
      const { length } = query(folder, stored)
      mounted = openStoredFake(folder)
      return length
    }
    const snapshot = mounted.fake.control().snapshot()
    for (let n = 0; n < 20; n++) mounted.fake.worlds.create({ name: `w${n}` })
    expect(fixtures()).toBe(1)
    await mounted.fake
      .control('w0')
      .restore({ ...snapshot, fixture: { ...snapshot.fixture, name: 'x' } })
    expect(fixtures()).toBe(2)
    mounted.fake.control('w0').delete()
    expect(fixtures()).toBe(1)
    expect(mounted.fake.world('w1').config.fixture).toBe(mounted.fake.world('w2').config.fixture)
    for (const name of ['default', ...Array.from({ length: 19 }, (_, n) => `w${n + 1}`)])
      mounted.fake.control(name).delete()
    expect(fixtures()).toBe(0)
  })

  it('a world in the --data folder is deleted after its time to live, even if nobody used it since a restart', async () => {
    const folder = emptyFolder()
    const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
    const leftAfter = (ms: number) => {
      const mounted = openStoredFake(folder, { systemClock })
      systemClock.pass(ms)
      mounted.stop()
      return query(folder, 'SELECT name FROM worlds').map(({ name }) => name)
    }
    const first = openStoredFake(folder, { systemClock })
    await first.fake.worlds.create({ name: 'red', ttl: '10m' })
    await first.fake.worlds.create({ name: 'green' })
    first.stop()
    expect(leftAfter(300_000)).toEqual(['green', 'red'])
    expect(leftAfter(300_000)).toEqual(['green'])
  })

  it.each([
    ['stopped', 599_000, 'stop'],
    // The time of use is stored once in a tenth of the time to live.
    ['killed', 540_000, 'kill'],
  ] as const)(
    'the time to live of a world in the --data folder counts from its last use, also if the server was %s',
    async (_, ms, end) => {
      const folder = emptyFolder()
      const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
      const first = openStoredFake(folder, { systemClock })
      await first.fake.worlds.create({ name: 'red', ttl: '10m' })
      for (let minute = 0; minute < 15.5; minute += 0.5) {
        systemClock.pass(30_000)
        first.fake.world('red')
      }
      first[end]()
      const leftAfter = (passed: number) => {
        openStoredFake(folder, {
          systemClock: createManualClock(systemClock.now() + passed),
        }).stop()
        return query(folder, 'SELECT name FROM worlds').length
      }
      expect([leftAfter(ms), leftAfter(600_000)]).toEqual([1, 0])
    },
  )

  it('the --data folder does not grow with each restart: the changes of a world are compacted', async () => {
    const folder = emptyFolder()
    const first = openStoredFake(folder)
    const { json } = await (
      await signIn(first)
    ).call<Enveloped<{ id: string }>>('POST /api/agents', { body: { name: 'Rewritten' } })
    const operation = `/api/agents/${json.data.id}`
    first.stop()
    const sizes: number[] = []
    for (let start = 1; start <= 8; start++) {
      const mounted = openStoredFake(folder)
      const owner = await signIn(mounted)
      const instructions = String(start).repeat(180_000)
      await owner.call(`PUT ${operation}`, { body: { instructions } })
      await owner.call(`PUT ${operation}`, { body: { instructions } })
      mounted.kill()
      const size = "SELECT sum(length(body)) AS size FROM chain WHERE owner LIKE 'world/%'"
      sizes.push(Number(query(folder, size)[0]?.['size']))
    }
    expect(Math.max(...sizes)).toBeLessThan(2_000_000)
    const { text } = await (await signIn(openStoredFake(folder))).call(`GET ${operation}`)
    expect(text).toContain('8'.repeat(180_000))
  })

  it('the --data folder stores states and fixtures in rows below 1 MB', async () => {
    const folder = emptyFolder()
    const mounted = openStoredFake(folder)
    const snapshot = mounted.fake.control().snapshot()
    // Surrogate pairs at each second position, so that pieces would end inside one.
    const name = `x${'😀'.repeat(300_000)}${'世'.repeat(600_000)}`
    const fixture = { ...snapshot.fixture, name }
    await mounted.fake.control('red').restore({ ...snapshot, fixture })
    mounted.kill()
    const sizes = query(folder, 'SELECT max(length(CAST(body AS BLOB))) AS bytes FROM chain')
    expect(sizes[0]?.['bytes']).toBeGreaterThan(700_000)
    expect(sizes[0]?.['bytes']).toBeLessThan(1_000_000)
    expect(openStoredFake(folder).fake.world('red').config.fixture).toEqual(fixture)
  })
})
