import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../conformance/calibrate/observation.ts'
import { PassiveCalibration } from '../conformance/calibrate/passive-calibration.ts'
import { choiceIds, choices } from '../contract/choices.ts'
import type { Picks } from '../contract/picks.ts'
import { readProfile } from '../contract/profile.ts'
import { calibrationJourney } from './calibration-journey.ts'
import { pickOf, picksUnderWhich } from './drawn-picks.ts'
import { watched } from './passive-journey.ts'
import { virtualFake } from './virtual-fake.ts'

const isWhole = process.env['UNDERSTUDY_PROVE'] === 'all'

/** All, or one of ten. */
const sample = <T>(all: readonly T[]) =>
  isWhole ? all : all.filter((_, index) => index % 10 === 3)

/** What the journey of clients shows of a fake with these picks. */
async function readJourney(picks: object) {
  const { fake } = virtualFake(picks)
  const calibration = new PassiveCalibration()
  await calibrationJourney(
    watched(
      (request) => fake.fetch(request),
      (exchange) => calibration.add(exchange),
    ),
  )
  return calibration.finish()
}

/** Picks that differ from what the deployment does. */
function wrongPicks(picks: object, observations: readonly Observation[]) {
  const wanted = readProfile({ picks }).picks as Partial<Picks>
  return observations.filter((each) => {
    if (each.state !== 'seen') return each.state === 'conflict'
    const pick = wanted[each.id] ?? { option: choices[each.id].default }
    return !isDeepStrictEqual(each.pick, pick) || each.at !== undefined
  })
}

const cases = choiceIds.flatMap((id) =>
  Object.keys(choices[id].options).map((option) => ({ id, option })),
)

describe('the calibration of traffic', () => {
  it.each(sample(cases))(
    'reads no wrong pick from the journey of a client, and the option $option of $id if it shows',
    async ({ id, option }) => {
      const picks = { ...picksUnderWhich(id), [id]: pickOf(id, option) }
      const { observations } = await readJourney(picks)
      expect(wrongPicks(picks, observations)).toEqual([])
    },
  )
})
