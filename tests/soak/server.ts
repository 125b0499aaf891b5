import { readFileSync } from 'node:fs'
import type { Fixture } from '../../contract/fixture.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { createFake } from '../../mocks/fake.ts'
import { answerParent, note } from './stand.ts'

/** A fake in a process of its own, so that its memory is its own. */

const generated = <T>(file: string) => JSON.parse(readFileSync(`generated/${file}`, 'utf8')) as T
const fake = createFake({
  fixture: generated<Fixture>('fixtures/demo.json'),
  scenarios: generated<Scenario[]>('scenarios.json'),
  onCrash: note,
})
const { streams } = fake.world().config
const { url, server } = await listen(fake)
// After each round those who load it wait until idle connections have ended: not for five seconds.
server.keepAliveTimeout = 2000
answerParent(url, () => {
  // It fills up to its bound with what rude clients call, and would be taken for a leak until then.
  fake.control().journal.clear()
  return { worlds: fake.worlds.list().length, streams: streams.open }
})
