import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Observation } from '../conformance/calibrate/observation.ts'
import { PassiveCalibration } from '../conformance/calibrate/passive-calibration.ts'
import { type ChoiceId, choiceIds, choices } from '../contract/choices.ts'
import type { Picks } from '../contract/picks.ts'
import { readProfile } from '../contract/profile.ts'
import { calibrationJourney, failingScenario } from './calibration-journey.ts'
import { pickOf, picksUnderWhich } from './drawn-picks.ts'
import { watched } from './passive-journey.ts'
import { drawn } from './proving.ts'
import { virtualFake } from './virtual-fake.ts'

/** What the journey of clients shows of a fake with these picks. */
async function readJourney(picks: object) {
  const { fake, systemClock } = virtualFake(picks, undefined, [failingScenario])
  const calibration = new PassiveCalibration()
  await calibrationJourney(
    watched(
      (request) => fake.fetch(request),
      (exchange) => calibration.add(exchange),
    ),
    systemClock.sleep,
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

/** Choices that the journey does not show, each with its reason. */
const unread: Partial<Record<ChoiceId, string>> = {}

describe('the calibration of traffic', () => {
  it.each(drawn(cases, 8))(
    'reads no wrong pick from the journey of a client, and the option $option of $id if it shows',
    async ({ id, option }) => {
      const picks = { ...picksUnderWhich(id), [id]: pickOf(id, option) }
      const { observations } = await readJourney(picks)
      expect(wrongPicks(picks, observations)).toEqual([])
      const { state } = observations.find((each) => each.id === id) ?? {}
      expect([state, id in unread]).not.toEqual([expect.stringMatching(/unknown|conflict/), false])
    },
  )
})
