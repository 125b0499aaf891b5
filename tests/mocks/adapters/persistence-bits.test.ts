import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FolderError } from '../../../mocks/adapters/folder/folder.ts'
import { takeSnapshot } from '../../../mocks/world/snapshot.ts'
import { WorldError } from '../../../mocks/world/world-error.ts'
import { startServer } from './crash-server.ts'
import { isProving } from '../../support/proving.ts'
import { seeded } from '../../support/seeded.ts'
import { databaseIn, emptyFolder, openStoredFake } from '../../support/stored-fake.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

/** The number of bits that are flipped in each file. */
const places = isProving ? 100 : 25
const names = ['default', 'red', 'green', 'blue']

/** The database and its write-ahead log, after a server with four worlds was killed. */
async function killedServer() {
  const folder = emptyFolder()
  const server = await startServer(folder, '--fixture', 'empty')
  const mounted = { baseUrl: server.url, fetch, fake: undefined as never }
  for (const name of names) {
    const visitor = await signIn({ ...mounted, baseUrl: `${server.url}/w/${name}` })
    for (let n = 0; n < 20; n++) await newConversation(visitor, { title: `${name} ${n}` })
  }
  await server.kill()
  return ['', '-wal'].map((suffix) => readFileSync(databaseIn(folder) + suffix))
}

/** The loaded state of each world, or the reason why it is refused. */
function load(database: Buffer, log: Buffer): string | Map<string, string | Error> {
  const folder = emptyFolder()
  writeFileSync(databaseIn(folder), database)
  writeFileSync(`${databaseIn(folder)}-wal`, log)
  try {
    const mounted = openStoredFake(folder)
    const worlds = names.map((name): [string, string | Error] => {
      try {
        return [name, JSON.stringify(takeSnapshot(mounted.fake.world(name)))]
      } catch (error) {
        if (error instanceof WorldError) return [name, error]
        throw error
      }
    })
    mounted.kill()
    return new Map(worlds)
  } catch (error) {
    if (error instanceof FolderError) return error.message
    throw error
  }
}

function flip(bytes: Buffer, bit: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
  return flipped
}

type Loaded = ReturnType<typeof load>

/** The number of refused worlds by name, or an error. */
function verdictOf(found: Loaded, whole: ReadonlyMap<string, unknown>): string {
  if (typeof found === 'string')
    return /: .*\. Choose another folder, or restore/.test(found) ? 'folder' : found
  const refused = [...found].filter(([, world]) => world instanceof Error)
  for (const [name, world] of found)
    if (!(world instanceof Error) && world !== whole.get(name)) return `${name} is altered`
  for (const [name, error] of refused)
    if (!String(error).includes(`Failed to load the world \`${name}\`: `)) return String(error)
  return ['none', 'one'][refused.length] ?? 'several'
}

it(`no stored world is loaded with wrong data if one bit is flipped, at ${places} places in each file`, async () => {
  const draw = seeded(20_261_123)
  const [database = Buffer.of(), log = Buffer.of()] = await killedServer()
  const whole = load(database, log)
  if (typeof whole === 'string') throw new Error(whole)
  for (const [name, world] of whole) expect(world).toContain(`"${name} 19"`)
  const verdicts = Array.from({ length: places }, () =>
    verdictOf(load(flip(database, draw(database.length * 8)), log), whole),
  )
  expect(new Set(['none', 'one', 'several', 'folder'])).toEqual(
    new Set([...verdicts, 'none', 'one', 'several', 'folder']),
  )
  expect(verdicts).toContain('one')
  // One bit can damage several worlds, for example a bit in the fixture that they share.
  const beyondOne = verdicts.filter((verdict) => verdict === 'several' || verdict === 'folder')
  expect(beyondOne.length).toBeLessThan(places / 4)
  // The database also contains all acknowledged changes of the log.
  for (let place = 0; place < places; place++)
    expect(load(database, flip(log, draw(log.length * 8)))).toEqual(whole)
}, 600_000)
