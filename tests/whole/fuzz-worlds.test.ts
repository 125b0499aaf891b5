import { describe, expect, it } from 'vitest'
import { testTime } from './fuzz/cases.ts'
import { snapshots } from './fuzz/drawn-snapshots.ts'
import { workflows } from './fuzz/drawn-workflows.ts'
import { playRandom } from './fuzz/play-documents.ts'
import { shippedFixture, virtualFake } from '../support/virtual-fake.ts'
import { shippedScenarios as scenarios } from '../support/transports.ts'

const fixture = await shippedFixture('demo')
const { fake } = virtualFake()
const snapshot = JSON.parse(JSON.stringify(fake.control().snapshot())) as object
fake.close()

const documents = {
  'a snapshot': [snapshots(snapshot, fixture), { sample: 6, all: 6000 }],
  'a workflow': [workflows, { sample: 10, all: 15_000 }],
} as const

describe('a random state of a world', () => {
  it.each(Object.entries(documents))(
    'every call gets a response after a random document was sent to a world: %s',
    testTime,
    async (_what, [drawn, count]) => {
      const tried = await playRandom({ fixture, scenarios }, drawn, count)
      expect(tried).toBeGreaterThanOrEqual(count.sample)
    },
  )
})
