import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AuthoringError } from '../../contract/authoring/problem.ts'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { readScenarios } from '../../contract/authoring/scenarios.ts'
import { ProfileError, readProfile } from '../../contract/profile.ts'
import { hold, testTime } from './fuzz/cases.ts'
import { playControl } from './fuzz/play-control.ts'
import { damaged } from './fuzz/texts.ts'
import { oddText, oddValue, spoiled } from './fuzz/values.ts'
import { shippedFixture, virtualFake } from '../support/virtual-fake.ts'
import { emptyFolder, openStoredFake } from '../support/stored-fake.ts'
import { shippedScenarios as scenarios } from '../support/transports.ts'
import { SnapshotError } from '../../mocks/world/parse-snapshot.ts'

const fixture = await shippedFixture('demo')
const textsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

/** Whether an error has the problem and its position. */
function isExplained(error: unknown): boolean {
  if (error instanceof AuthoringError)
    return error.problems.length > 0 && error.problems.every(({ place, says }) => place && says)
  return (error instanceof ProfileError || error instanceof SnapshotError) && error.message !== ''
}

const readOrRefuse = async (reads: () => unknown): Promise<void> => {
  try {
    await reads()
  } catch (error) {
    if (!isExplained(error)) throw error
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
}

describe('a random document', () => {
  it(
    'a random document is read as a script, or refused with the position of the error',
    testTime,
    async () => {
      const requested: string[] = []
      const count = { sample: 30, all: 16_000 }
      const tried = await hold(damaged(textsIn('scenarios')), count, (text) =>
        readOrRefuse(() =>
          readScenarios(['mine.yaml'], async (file) => {
            requested.push(file)
            if (file !== 'mine.yaml') throw new Error('Only mine.yaml exists.')
            return text
          }),
        ),
      )
      expect(tried).toBeGreaterThanOrEqual(count.sample)
      expect(requested).toContain('mine.yaml')
    },
  )

  it(
    'a random document is read as a profile, or refused with the position of the error',
    testTime,
    async () => {
      const count = { sample: 200, all: 20_000 }
      const cases = fc.oneof(
        damaged(textsIn('profiles/deployed-0.8')),
        spoiled(oddValue).map((one) => JSON.stringify(one)),
      )
      const tried = await hold(cases, count, (text) =>
        readOrRefuse(() => readProfile(parseYaml(text, 'mine.yaml').value)),
      )
      expect(tried).toBeGreaterThanOrEqual(count.sample)
    },
  )

  it(
    'a random document is restored as a snapshot, or refused with a reason, and nothing crashes',
    testTime,
    async () => {
      const { fake } = virtualFake()
      const snapshot = JSON.parse(JSON.stringify(fake.control().snapshot()))
      fake.close()
      const count = { sample: 6, all: 1000 }
      const tried = await hold(spoiled(fc.constant(snapshot)), count, async (body) => {
        const asks = Array.from({ length: 14 }, () => ({ operation: 'GET clock' }))
        expect(
          await playControl({ fixture, scenarios }, [{ operation: 'PUT snapshot', body }, ...asks]),
        ).toEqual([])
      })
      expect(tried).toBeGreaterThanOrEqual(count.sample)
    },
  )

  it(
    'a random document as the name of a stored world creates no file outside the folder',
    testTime,
    async () => {
      const path = emptyFolder()
      const inner = join(path, 'a', 'b')
      const served = openStoredFake(inner)
      const names = fc.oneof(
        oddText,
        fc.constantFrom(
          '../up',
          '../../up',
          '/tmp/up',
          'a/b',
          'a\\b',
          'CON',
          'lock',
          'understudy.json',
          '.',
          '..',
        ),
      )
      const count = { sample: 60, all: 6000 }
      const tried = await hold(names, count, async (name) => {
        const response = await served.fetch(
          new Request(`${served.baseUrl}/__control/worlds`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ name }),
          }),
        )
        expect([201, 409, 422]).toContain(response.status)
      })
      served.stop()
      const [outside, between] = [readdirSync(path), readdirSync(join(path, 'a'))]
      expect([tried >= count.sample, outside, between]).toEqual([true, ['a'], ['b']])
    },
  )
})
