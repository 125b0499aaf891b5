import type { TestInfo } from '@playwright/test'
import { ControlError } from '../../mocks/control/control-error.ts'
import { type FakeWorld, connectWorld } from '../fake-world.ts'
import { callControl, type FakeConnection } from '../control-client.ts'
import { escapeJson, escapeLines } from '../../contract/escape.ts'
import { callOf } from '../../contract/control/call.ts'
import type { NewWorldOptions } from '../../contract/control/worlds.ts'

/** The initial state of the world of a test. */
export type TestWorldOptions = Pick<
  NewWorldOptions,
  'fixture' | 'seed' | 'profile' | 'scenarios' | 'speed'
> & {
  /** A snapshot from `fake.snapshot()` or `GET /__control/snapshot`, to be restored. */
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
  if (snapshot !== undefined) await world.restore(snapshot)
  return world
}

/** Appends a number if another run on the same server has a world of the same name. */
async function createNamed(
  connection: FakeConnection,
  options: NewWorldOptions,
  wanted: string,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const name = attempt === 1 ? wanted : `${wanted}-${attempt}`
    try {
      const call = callOf('POST worlds', { body: { ...options, name } })
      return (await callControl(connection, undefined, call)).name
    } catch (error) {
      if (!(error instanceof ControlError && error.status === 409)) throw error
    }
  }
}

/** A name from the test, the same in each run. It identifies the world and seeds it. */
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

/** Deletes a world and ends its streams; the test may have deleted it before. */
export async function deleteTestWorld(world: FakeWorld): Promise<void> {
  await world.delete().catch((error: unknown) => {
    if (!(error instanceof ControlError && error.status === 404)) throw error
  })
}

/** Attaches the world and the calls it received to the report of a failed test. */
export async function attachFailureReport(world: FakeWorld, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const calls = await world.journal.list()
  const { seed, fixture, profile, time } = await world.about()
  const report = { world: world.name, seed, fixture, profile, time, calls }
  const last = calls
    .slice(-5)
    .map(({ method, path, status, explanation }) =>
      [method, path.replace(/^\/w\/[^/]+/, ''), status ?? 'reset', explanation ?? '']
        .join(' ')
        .trimEnd(),
    )
  const lines = [
    `world ${world.name} · seed ${seed} · fixture ${fixture} · profile ${profile}`,
    ...last,
  ]
  await testInfo.attach('fake', { body: escapeLines(lines), contentType: 'text/plain' })
  await testInfo.attach('fake-journal.json', {
    body: escapeJson(JSON.stringify(report, null, 2)),
    contentType: 'application/json',
  })
}
