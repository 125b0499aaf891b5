import type { TestInfo } from '@playwright/test'
import { ControlError } from '../../mocks/control/control-error.ts'
import type { WorldDetails, NewWorldOptions } from '../../mocks/control/worlds.ts'
import { type FakeWorld, connectWorld } from '../fake-world.ts'
import { callControl, type FakeConnection } from '../control-client.ts'
import { escapeJson, escapeLines } from '../../contract/escape.ts'

/** What the world of a test begins with. */
export type TestWorldOptions = Pick<
  NewWorldOptions,
  'fixture' | 'seed' | 'profile' | 'scenarios' | 'speed'
> & {
  /** What `fake.snapshot()` or `GET /__control/snapshot` gave: the world is what that one was. */
  readonly snapshot?: unknown
}

/** How long a world is kept whose test was killed. */
const abandonedWorldTtl = '1h'

/** Makes the world of a test, by a name that no other has. Rejects with a `ControlError`. */
export async function createTestWorld(
  reach: FakeConnection,
  { snapshot, ...wish }: TestWorldOptions,
  testInfo: Pick<TestInfo, 'title' | 'testId' | 'repeatEachIndex' | 'retry'>,
): Promise<FakeWorld> {
  const order = { speed: 'max' as const, ttl: abandonedWorldTtl, ...wish }
  const name = await createNamed(reach, order, worldNameFor(testInfo))
  const world = connectWorld(reach, name)
  if (snapshot !== undefined) await world.restore(snapshot)
  return world
}

/** Another run on the same server may be at the same test: it has its name first. */
async function createNamed(
  reach: FakeConnection,
  order: NewWorldOptions,
  wanted: string,
): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const name = attempt === 1 ? wanted : `${wanted}-${attempt}`
    try {
      return (await callControl<WorldDetails>(reach, undefined, 'POST worlds', { ...order, name }))
        .name
    } catch (error) {
      if (!(error instanceof ControlError && error.status === 409)) throw error
    }
  }
}

/** The same at each run, so that a world can be told by its test and its answers come again. */
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

/** Ends a world with all of its streams; a test may have ended it before. */
export async function deleteTestWorld(world: FakeWorld): Promise<void> {
  await world.delete().catch((error: unknown) => {
    if (!(error instanceof ControlError && error.status === 404)) throw error
  })
}

/** Attaches to the report of a test that failed what its world was and which calls it received. */
export async function attachFailureReport(world: FakeWorld, testInfo: TestInfo): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const calls = await world.journal.list()
  const { seed, fixture, profile, time } = await world.about()
  const told = { world: world.name, seed, fixture, profile, time, calls }
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
    body: escapeJson(JSON.stringify(told, null, 2)),
    contentType: 'application/json',
  })
}
