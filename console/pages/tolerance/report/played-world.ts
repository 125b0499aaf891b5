import type { NewWorldOptions } from '../../../../contract/control/worlds.ts'
import type { FaultInput } from '../../../../contract/fault.ts'
import type { PlayedBehaviours, ToleranceReport } from '../../../../contract/tolerance-report.ts'
import type { MatrixRow } from './rows.ts'

/** The fixtures that every server has. */
const shippedFixtures = ['demo', 'empty', 'crowded']

/** Idle time after which a played world is deleted. */
const ttl = '2h'

/** What makes the world that plays a row. */
export type PlayedWorld = {
  readonly options: NewWorldOptions
  readonly faults: readonly FaultInput[]
  /** The fixture of the report, if this server does not have it. */
  readonly missingFixture: string | undefined
}

/** What a row plays; `undefined` for a behaviour that was left out. */
export const playsOf = ({ finding, result }: MatrixRow): PlayedBehaviours | undefined =>
  finding?.plays ?? result?.plays

/** The world in which only the behaviours of a row differ from the profile of the report. */
export function playedWorld(
  { profile, profileDocument, fixture, seed }: ToleranceReport,
  { behaviours }: Pick<MatrixRow, 'behaviours'>,
  plays: PlayedBehaviours,
): PlayedWorld {
  const {
    picks = {},
    answers,
    ...rest
  } = profileDocument as {
    readonly picks?: object
    readonly answers?: object
  }
  const changed = Object.entries({ ...picks, ...plays.picks }).filter(([, pick]) => pick !== null)
  const allAnswers = { ...answers, ...plays.answers }
  const isShipped = shippedFixtures.includes(fixture)
  return {
    options: {
      seed,
      ttl,
      ...(isShipped && { fixture }),
      profile: {
        ...rest,
        name: `${profile} with ${behaviours.join(' and ')}`,
        picks: Object.fromEntries(changed),
        ...(Object.keys(allAnswers).length > 0 && { answers: allAnswers }),
      },
    },
    faults: plays.faults,
    missingFixture: isShipped ? undefined : fixture,
  }
}

/** A name for the world of a row that no other world has. */
export function worldNameFor(behaviours: readonly string[], taken: ReadonlySet<string>): string {
  const words = behaviours.join('-').replaceAll(/[^a-z0-9]+/gi, '-')
  const base = words.slice(0, 80).replace(/-$/, '').toLowerCase()
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!taken.has(name)) return name
  }
}
