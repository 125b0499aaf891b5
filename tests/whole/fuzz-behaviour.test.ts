import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { previewProfile } from '../../cli/serve/profile-preview.ts'
import { ControlError } from '../../mocks/control/control-error.ts'
import type { ControlContext } from '../../mocks/control/control-context.ts'
import { hold, testTime } from './fuzz/cases.ts'
import { profiles, scripts } from './fuzz/documents.ts'
import { faults } from './fuzz/drawn-faults.ts'
import { withOddValues, longText } from './fuzz/hostile-values.ts'
import { playRandom } from './fuzz/play-documents.ts'
import { oddText, oddValue } from './fuzz/values.ts'
import { shippedFixture, virtualFake } from '../support/virtual-fake.ts'
import { shippedScenarios as scenarios } from '../support/transports.ts'

const fixture = await shippedFixture('demo')

const documents = {
  'a list of faults': [faults, { sample: 8, all: 12_000 }],
  'a script': [scripts(scenarios), { sample: 8, all: 10_000 }],
  'a profile': [profiles, { sample: 10, all: 8000 }],
} as const

describe('a random behaviour of a world', () => {
  it.each(Object.entries(documents))(
    'every call gets a response after a random document was sent to a world: %s',
    testTime,
    async (_what, [drawn, count]) => {
      const tried = await playRandom({ fixture, scenarios }, drawn, count)
      expect(tried).toBeGreaterThanOrEqual(count.sample)
    },
  )

  it(
    'a random document is previewed as a profile, or refused with a reason',
    testTime,
    async () => {
      const { fake: played } = virtualFake()
      const world = played.world()
      const text = fc.oneof(
        longText,
        withOddValues(oddValue).map((value) => JSON.stringify(value) ?? ''),
        fc.tuple(oddText, oddText).map(([key, value]) => `picks:\n  ${key}: ${value}\n`),
      )
      const preview = async (given: string): Promise<string> => {
        const context = { world, body: { text: given } } as unknown as ControlContext
        try {
          return (await previewProfile(context)).profile
        } catch (error) {
          if (!(error instanceof ControlError)) throw error
          return error.message
        }
      }
      const tried = await hold(text, { sample: 80, all: 20_000 }, async (given) =>
        expect(await preview(given)).not.toBe(''),
      )
      played.close()
      expect(tried).toBeGreaterThanOrEqual(80)
    },
  )
})
