import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { loadProfile } from '../../cli/world-data.ts'
import { calibrate } from '../../conformance/calibrate/calibrate.ts'
import { compareRuns } from '../../conformance/report/compare.ts'
import { reportSchema, toJson } from '../../conformance/reporters/json.ts'
import { toProfileDocument } from '../../contract/profile.ts'
import { expiredToken } from '../support/expired-token.ts'
import { placedPicks } from './placed-picks.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { drawn } from '../support/proving.ts'

const token = await expiredToken()

/** In ms. Only a hanging test takes this long: a test takes about a second on an idle machine. */
const timeout = 120_000

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

/** The stored report of the suite about a fake with these picks. */
const report = async (picks: object) =>
  reportSchema.parse(JSON.parse(toJson(await virtualFake(picks).runSuite('full'))))

/** Calibrates these picks, serves the profile, and returns the differences between both fakes. */
async function differences(picks: object) {
  const { again, conflicts } = await calibratedPicks(picks)
  const { checks, shapes, compared } = compareRuns(await report(picks), await report(again))
  return { conflicts, checks, shapes, isCompared: compared.checks > 200 }
}

/**
 * `routing` is the only live-only event that a calibration sees, because its plans do not think.
 * Plans in a run of the suite may think.
 */
const calibrated = (picks: Readonly<Record<string, unknown>>) =>
  picks['chat.routing-event'] === 'absent' ? { ...picks, 'resume.live-only': 'none' } : picks

const none = { conflicts: [], checks: [], shapes: [], isCompared: true }

const shipped = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>
}
const profiles = Object.keys(shipped.exports).flatMap((name) =>
  name.startsWith('./profiles/') ? [name.slice('./profiles/'.length, -'.json'.length)] : [],
)

/** Each kind of profile takes seconds, so `npm test` picks one kind. */
const kinds = drawn(['shipped', 'random'], 1)

describe('a calibrated profile in comparison with its deployment', () => {
  it.runIf(kinds.includes('shipped')).each(profiles)(
    'a fake that serves a calibrated profile does not differ from the original fake: the profile %s',
    { timeout },
    async (name) => {
      const { picks } = toProfileDocument(await loadProfile(name)) as { readonly picks: object }
      expect(await differences(picks)).toEqual(none)
    },
  )

  it.runIf(kinds.includes('random')).each(drawn([...Array.from({ length: 20 }).keys()], 1))(
    'a fake that serves a calibrated profile does not differ from a fake with random picks: seed %i',
    { timeout },
    async (seed) => {
      const picks = calibrated(placedPicks(seed))
      expect(JSON.stringify(picks)).toContain('"at"')
      expect(await differences(picks)).toEqual(none)
    },
  )
})
