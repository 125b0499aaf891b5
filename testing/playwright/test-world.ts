import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import type { TestInfo } from '@playwright/test'
import { ControlError } from '../../mocks/control/control-error.ts'
import { type FakeWorld, connectWorld, watchForks } from '../fake-world.ts'
import { callControl, type FakeConnection } from '../control-client.ts'
import { failedWorldText, howToOpen } from '../run/failed-world.ts'
import { escapeLines } from '../../contract/escape.ts'
import { callOf } from '../../contract/control/call.ts'
import { replaceableOptions, withOptions } from '../../contract/control/snapshot-options.ts'
import type { NewWorldOptions } from '../../contract/control/worlds.ts'
import { pathInWorld } from '../../contract/operations/path-table.ts'

/** The initial state of the world of a test. */
export type TestWorldOptions = Pick<
  NewWorldOptions,
  'fixture' | 'seed' | 'profile' | 'scenarios' | 'speed'
> & {
  /**
   * A snapshot from `fake.snapshot()` or `GET /__control/snapshot`, to be restored. The other
   * options replace its values, except for `fixture`.
   */
  readonly snapshot?: unknown
}

/** The idle time after which a world is deleted if its test was killed. */
const abandonedWorldTtl = '1h'

/** Creates the world of a test under a unique name. Rejects with a `ControlError`. */
export async function createTestWorld(
  connection: FakeConnection,
  { snapshot, ...wish }: TestWorldOptions,
  testInfo: Pick<TestInfo, 'title' | 'testId' | 'repeatEachIndex' | 'retry'>,
): Promise<FakeWorld> {
  const options = { speed: 'max' as const, ttl: abandonedWorldTtl, ...wish }
  const name = await createNamed(connection, options, worldNameFor(testInfo))
  const world = connectWorld(connection, name)
  if (snapshot !== undefined) {
    const named = replaceableOptions.filter((option) => options[option] !== undefined)
    await world.restore(withOptions(snapshot, await world.snapshot(), named))
  }
  return world
}

/** Appends a number if another run on the same server has a world of the same name. */
async function createNamed(
  connection: FakeConnection,
  options: NewWorldOptions,
  wantedName: string,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const name = attempt === 1 ? wantedName : `${wantedName}-${attempt}`
    try {
      const call = callOf('POST worlds', { body: { ...options, name } })
      return (await callControl(connection, undefined, call)).name
    } catch (error) {
      if (!(error instanceof ControlError && error.status === 409)) throw error
    }
  }
}

/** Makes a world name, which is also the world's seed. It is the same in each run of the tests. */
function worldNameFor({
  title,
  testId,
  repeatEachIndex,
  retry,
}: Parameters<typeof createTestWorld>[2]) {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const parts = [words.join('-').slice(0, 40), testId.slice(-8)]
  return [...parts, repeatEachIndex && `repeat-${repeatEachIndex}`, retry && `retry-${retry}`]
    .filter(Boolean)
    .join('-')
}

/** Adds `deleteForks` to a test's world. It deletes the forks that the test has not deleted. */
export function withForks(connection: FakeConnection, world: FakeWorld) {
  const names: string[] = []
  return {
    world: { ...world, fork: watchForks(world, (name) => names.push(name)) },
    async deleteForks(): Promise<void> {
      for (const name of names) await deleteTestWorld(connectWorld(connection, name))
    },
  }
}

/** Deletes a world and ends its streams. Does nothing if the test has deleted it. */
export async function deleteTestWorld(world: FakeWorld): Promise<void> {
  await world.delete().catch((error: unknown) => {
    if (!(error instanceof ControlError && error.status === 404)) throw error
  })
}

/**
 * Attaches the world of a failed test, with its calls, to the report of the test: as a text, which
 * reporters print, and as the file that `serve --snapshot` opens in the console.
 */
export async function attachFailureReport(world: FakeWorld, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const calls = await world.journal.list()
  const snapshot = await world.snapshot({ journal: true })
  const { fixture, profile } = await world.about()
  const path = testInfo.outputPath('fake-world.json')
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, failedWorldText(snapshot))
  // `attach` would copy the file under another name, but the command below needs the name.
  testInfo.attachments.push({ name: 'fake-world.json', path, contentType: 'application/json' })
  const last = calls
    .slice(-5)
    .map(({ method, path: called, status, explanation }) =>
      [method, pathInWorld(called), status ?? 'reset', explanation ?? ''].join(' ').trimEnd(),
    )
  const lines = [
    `world ${world.name} · seed ${snapshot.seed} · fixture ${fixture} · profile ${profile}`,
    ...last,
  ]
  const print = (name: string, shown: readonly string[]) =>
    testInfo.attach(name, { body: escapeLines(shown), contentType: 'text/plain' })
  await print('fake', lines)
  // Reporters cut a text after 300 characters, so the command is in a second text.
  await print('fake in the console', [howToOpen(relative('', path))])
}
