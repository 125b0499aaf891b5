import { readFileSync } from 'node:fs'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { reportToParent, recordError } from './server-status.ts'

/** A fake in its own process, so that its memory can be measured. */

const generated = <T>(file: string) => JSON.parse(readFileSync(`generated/${file}`, 'utf8')) as T
const fake = createFake({
  fixture: generated<Fixture>('fixtures/demo.json'),
  scenarios: generated<Scenario[]>('scenarios.json'),
  onCrash: recordError,
})
const { streams } = fake.world().config
const { url, server } = await listen(fake)
// The test waits for idle connections to close after each round; by default that takes five
// seconds.
server.keepAliveTimeout = 2000
reportToParent(url, () => {
  // Cleared, because the growth of the request log would look like a leak until it is full.
  fake.control().journal.clear()
  return { worlds: fake.worlds.list().length, streams: streams.open }
})
