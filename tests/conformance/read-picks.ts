import { isDeepStrictEqual } from 'node:util'
import type { Observation } from '../../conformance/calibrate/observation.ts'
import { PassiveCalibration } from '../../conformance/calibrate/passive-calibration.ts'
import { choices } from '../../contract/choices.ts'
import type { Picks } from '../../contract/picks.ts'
import { readProfile } from '../../contract/profile.ts'
import { calibrationJourney, failingScenario } from './calibration-journey.ts'
import { watched } from './passive-journey.ts'
import { virtualFake } from '../support/virtual-fake.ts'

/** Returns the choices that the journey of clients shows for a fake with these picks. */
export async function readJourney(picks: object) {
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
export function wrongPicks(picks: object, observations: readonly Observation[]) {
  const wanted = readProfile({ picks }).picks as Partial<Picks>
  return observations.filter((each) => {
    if (each.state !== 'seen') return each.state === 'conflict'
    const pick = wanted[each.id] ?? { option: choices[each.id].default }
    return !isDeepStrictEqual(each.pick, pick) || each.at !== undefined
  })
}
