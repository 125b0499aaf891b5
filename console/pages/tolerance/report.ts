import {
  nameOf,
  type PlayedBehaviours,
  type ToleranceReport,
} from '../../../contract/tolerance-report.ts'
import { sortByVerdict, toHtml } from '../../../testing/tolerance/summary.ts'
import type { NewWorldOptions } from '../../../contract/control/worlds.ts'
import type { FaultInput } from '../../../contract/fault.ts'
import { isObject, type JsonObject, parseJson } from '../../../contract/json.ts'
import { fixtureNames } from '../../../contract/shipped-names.ts'

/** A report, or the reason why a text is not a report. */
type ReportOrProblem = { readonly report: ToleranceReport } | { readonly problem: string }

const reportInstructions =
  'Make one with `npx agent-understudy tolerance --report json=tolerance.json -- npx playwright test`.'

/** The fields that the page needs, each with a check of its value. */
const requiredFields: Readonly<Record<string, (given: unknown) => boolean>> = {
  command: isListOf('string'),
  profile: (given) => typeof given === 'string',
  profileDocument: isObject,
  fixture: (given) => typeof given === 'string',
  seed: (given) => typeof given === 'string',
  testNames: isListOf('string'),
  behaviours: isListOf('object'),
  leftOut: isListOf('object'),
  findings: isListOf('object'),
  runs: isListOf('object'),
  counts: isObject,
}

/** Parses the JSON report of the command `tolerance` from the text of a file. */
export function readReport(text: string): ReportOrProblem {
  const json = parseJson(text)
  if (json === undefined) return { problem: `This file is not JSON. ${reportInstructions}` }
  if (!isObject(json))
    return { problem: `This JSON is not a report of tolerance. ${reportInstructions}` }
  if (json['kind'] !== 'tolerance')
    return { problem: `${describeOtherFile(json)} ${reportInstructions}` }
  if (json['version'] !== 1)
    return {
      problem: `This report has version ${JSON.stringify(json['version'])}, and this console reads version 1. Use the console and the command of the same version of agent-understudy.`,
    }
  const missingField = Object.keys(requiredFields).find(
    (name) => requiredFields[name]?.(json[name]) !== true,
  )
  if (missingField !== undefined)
    return { problem: `This report is damaged: its field \`${missingField}\` is missing or wrong.` }
  const report = json as unknown as ToleranceReport
  try {
    // Throws if a value deeper inside the report is wrong.
    toHtml(report)
  } catch (error) {
    return { problem: `This report is damaged: it cannot be shown (${(error as Error).message}).` }
  }
  return { report }
}

/** Says what kind of file was opened instead of a report, if the kind can be recognized. */
function describeOtherFile(given: JsonObject): string {
  if ('behaviours' in given && 'leftOut' in given)
    return 'This report of tolerance was made by an earlier version of agent-understudy.'
  if ('plan' in given && 'results' in given)
    return 'This is a report of a conformance run. This page shows the report of tolerance.'
  if ('log' in given) return 'This is a recording (HAR). This page shows the report of tolerance.'
  return 'This JSON is not a report of tolerance.'
}

function isListOf(type: 'string' | 'object') {
  return (given: unknown): boolean =>
    Array.isArray(given) && given.every((one) => typeof one === type && one !== null)
}

/** A played world is deleted when nobody has used it for this time. */
const playedWorldTtl = '2h'

/** A behaviour that can be played, or a set of behaviours that break tests only together. */
type PlayableBehaviour = {
  readonly id: string
  readonly verdict: string
  readonly behaviours: readonly string[]
  readonly says: string
  readonly plays: PlayedBehaviours
}

/** Returns the behaviours that can be played: new findings, then known findings, then others. */
export function playableBehaviours({
  behaviours,
  findings,
}: ToleranceReport): readonly PlayableBehaviour[] {
  const brokenCells = findings.map((finding) => ({
    id: nameOf(finding),
    verdict: finding.known === null ? 'intolerant' : 'in the baseline',
    behaviours: finding.behaviours,
    says: behaviours
      .filter(({ id }) => finding.behaviours.includes(id))
      .map(({ says }) => says)
      .join('; and '),
    plays: finding.plays,
  }))
  const knownIds = new Set(brokenCells.map(({ id }) => id))
  const others = sortByVerdict(behaviours).filter(({ id }) => !knownIds.has(id))
  return [
    ...brokenCells.filter(({ verdict }) => verdict === 'intolerant'),
    ...brokenCells.filter(({ verdict }) => verdict !== 'intolerant'),
    ...others.map((one) => ({ ...one, behaviours: [one.id] })),
  ]
}

/** The settings of a world that plays behaviours of a report. */
type PlayedWorldSettings = {
  readonly options: NewWorldOptions
  readonly faults: readonly FaultInput[]
  /** The name of the report's fixture, if this server does not have that fixture. */
  readonly missingFixture: string | undefined
}

/** Returns settings for a world: the report's profile, changed only in the given behaviours. */
export function playedWorldSettings(
  { profile, profileDocument, fixture, seed }: ToleranceReport,
  { behaviours, plays }: Pick<PlayableBehaviour, 'behaviours' | 'plays'>,
): PlayedWorldSettings {
  const { picks, answers, operations, ...rest } = profileDocument as ProfileParts
  const changedEntries = {
    picks: applyChanges(picks, plays.picks) ?? {},
    answers: applyChanges(answers, plays.answers),
    operations: applyChanges(operations, plays.operations),
  }
  const isShipped = fixtureNames.some((name) => name === fixture)
  return {
    options: {
      seed,
      ttl: playedWorldTtl,
      ...(isShipped && { fixture }),
      profile: {
        ...rest,
        name: `${profile} with ${behaviours.join(' and ')}`,
        ...Object.fromEntries(
          Object.entries(changedEntries).filter(([, entries]) => entries !== undefined),
        ),
      },
    },
    faults: plays.faults,
    missingFixture: isShipped ? undefined : fixture,
  }
}

type ProfileParts = { readonly [Section in 'picks' | 'answers' | 'operations']?: JsonObject }

/** Changes entries of a profile; null removes an entry. Returns `undefined` if no entry is left. */
function applyChanges(entries: JsonObject = {}, changes: JsonObject = {}): JsonObject | undefined {
  const remaining = Object.entries({ ...entries, ...changes }).filter(([, entry]) => entry !== null)
  return remaining.length === 0 ? undefined : Object.fromEntries(remaining)
}

/** Returns a world name made from behaviours. The name is not among the names in `takenNames`. */
export function worldNameFor(
  behaviours: readonly string[],
  takenNames: ReadonlySet<string>,
): string {
  const words = behaviours.join('-').replaceAll(/[^a-z0-9]+/gi, '-')
  const base = words.slice(0, 80).replace(/-$/, '').toLowerCase()
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    if (!takenNames.has(name)) return name
  }
}
