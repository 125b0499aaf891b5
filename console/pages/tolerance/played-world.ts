import type { NewWorldOptions } from '../../../contract/control/worlds.ts'
import type { FaultInput } from '../../../contract/fault.ts'
import {
  nameOf,
  type PlayedBehaviours,
  type ToleranceReport,
} from '../../../contract/tolerance-report.ts'
import { inOrder } from '../../../testing/tolerance/summary.ts'

/** The fixtures that every server has. */
const shippedFixtures = ['demo', 'empty', 'crowded']

/** Idle time after which a played world is deleted. */
const ttl = '2h'

/** A behaviour of a report, or a set that only breaks tests together, with its verdict. */
type Cell = {
  readonly id: string
  readonly verdict: string
  readonly behaviours: readonly string[]
  readonly says: string
  readonly plays: PlayedBehaviours
}

/** The behaviours that can be played: new findings first, then findings in the baseline. */
export function cellsOf({ behaviours, findings }: ToleranceReport): readonly Cell[] {
  const broken = findings.map((finding) => ({
    id: nameOf(finding),
    verdict: finding.known === null ? 'intolerant' : 'in the baseline',
    behaviours: finding.behaviours,
    says: behaviours
      .filter(({ id }) => finding.behaviours.includes(id))
      .map(({ says }) => says)
      .join('; and '),
    plays: finding.plays,
  }))
  const known = new Set(broken.map(({ id }) => id))
  const others = inOrder(behaviours).filter(({ id }) => !known.has(id))
  return [
    ...broken.filter(({ verdict }) => verdict === 'intolerant'),
    ...broken.filter(({ verdict }) => verdict !== 'intolerant'),
    ...others.map((one) => ({ ...one, behaviours: [one.id] })),
  ]
}

/** The settings of the world that plays a cell. */
type PlayedWorld = {
  readonly options: NewWorldOptions
  readonly faults: readonly FaultInput[]
  /** The fixture of the report, if this server does not have it. */
  readonly missingFixture: string | undefined
}

/** The world in which only the behaviours of a cell differ from the profile of the report. */
export function playedWorld(
  { profile, profileDocument, fixture, seed }: ToleranceReport,
  { behaviours, plays }: Pick<Cell, 'behaviours' | 'plays'>,
): PlayedWorld {
  const { picks, answers, operations, ...rest } = profileDocument as ProfileParts
  const changed = {
    picks: withChanges(picks, plays.picks) ?? {},
    answers: withChanges(answers, plays.answers),
    operations: withChanges(operations, plays.operations),
  }
  const isShipped = shippedFixtures.includes(fixture)
  return {
    options: {
      seed,
      ttl,
      ...(isShipped && { fixture }),
      profile: {
        ...rest,
        name: `${profile} with ${behaviours.join(' and ')}`,
        ...Object.fromEntries(
          Object.entries(changed).filter(([, entries]) => entries !== undefined),
        ),
      },
    },
    faults: plays.faults,
    missingFixture: isShipped ? undefined : fixture,
  }
}

type Entries = Readonly<Record<string, unknown>>
type ProfileParts = { readonly [Section in 'picks' | 'answers' | 'operations']?: Entries }

/** Entries of a profile with changes, of which null removes one; `undefined` if none are left. */
function withChanges(own: Entries = {}, changes: Entries = {}): Entries | undefined {
  const left = Object.entries({ ...own, ...changes }).filter(([, entry]) => entry !== null)
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

/** A name for the world of a cell that no other world has. */
export function worldNameFor(behaviours: readonly string[], taken: ReadonlySet<string>): string {
  const words = behaviours.join('-').replaceAll(/[^a-z0-9]+/gi, '-')
  const base = words.slice(0, 80).replace(/-$/, '').toLowerCase()
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!taken.has(name)) return name
  }
}
