import type { TestInfo } from '@playwright/test'
import { escapeJson, escapeLines } from '../../contract/escape.ts'
import type { FakeWorld } from '../fake-world.ts'

/** Attaches to the report of a test that failed what its world was and which calls it received. */
export async function tellOfFailure(world: FakeWorld, testInfo: TestInfo): Promise<void> {
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
