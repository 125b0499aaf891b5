import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { loadProfile } from '../cli/world-data.ts'
import { calibrate } from '../conformance/calibrate/calibrate.ts'
import { compareRuns } from '../conformance/report/compare.ts'
import { reportSchema, toJson } from '../conformance/reporters/json.ts'
import { toProfileDocument } from '../contract/profile.ts'
import { expiredToken } from './expired-token.ts'
import { placedPicks } from './placed-picks.ts'
import { target, virtualFake } from './virtual-fake.ts'

const token = await expiredToken()

/** Calibrates a fake with these picks, and returns the picks of the calibrated profile. */
async function calibratedPicks(picks: object) {
  const { fake, systemClock } = virtualFake(picks)
  const { profile, observations } = await calibrate({
    target: { ...target, expiredToken: token },
    plan: 'full',
    fetch: (request) => fake.fetch(request),
    now: systemClock.now,
    sleep: systemClock.sleep,
    tag: 'test',
  })
  const { picks: again } = toProfileDocument(profile) as { readonly picks: object }
  return { again, conflicts: observations.filter(({ state }) => state === 'conflict') }
}

/** What the suite sees of a fake with these picks, as a stored report. */
const report = async (picks: object) =>
  reportSchema.parse(JSON.parse(toJson(await virtualFake(picks).runSuite('full'))))

/** Calibrates these picks, plays the result, and compares both. */
async function roundTrip(picks: object) {
  const { again, conflicts } = await calibratedPicks(picks)
  const { checks, shapes, compared } = compareRuns(await report(picks), await report(again))
  expect({ conflicts, checks, shapes }).toEqual({ conflicts: [], checks: [], shapes: [] })
  expect(compared.checks).toBeGreaterThan(200)
}

const shipped = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>
}
const profiles = Object.keys(shipped.exports).flatMap((name) =>
  name.startsWith('./profiles/') ? [name.slice('./profiles/'.length, -'.json'.length)] : [],
)

describe('calibrating a deployment, playing the profile, and comparing the two', () => {
  it.each(profiles)('ends without a difference for the profile %s', async (name) => {
    const { picks } = toProfileDocument(await loadProfile(name)) as { readonly picks: object }
    await roundTrip(picks)
  })

  // All of them in `npm run prove`, a sample in `npm test`.
  const seeds = Array.from({ length: process.env['UNDERSTUDY_PROVE'] === 'all' ? 20 : 2 }).keys()

  it.each([...seeds])(
    'ends without a difference for random picks at single operations: seed %i',
    async (seed) => {
      const picks = placedPicks(seed)
      expect(JSON.stringify(picks)).toContain('"at"')
      await roundTrip(picks)
    },
  )
})
