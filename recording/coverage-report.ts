import { markdownCell, markdownCode } from '../contract/escape.ts'
import { choiceIds, choices } from '../contract/choices.ts'
import { similarOperations } from '../contract/operations/similar-operations.ts'
import { operationName } from '../contract/operations/operation-index.ts'
import { operationIds } from '../contract/operations.ts'
import { errorCodes, invalidCode } from '../contract/errors.ts'
import { eventNames } from '../contract/events.ts'
import { type ShownChoice, choicesShownBy } from '../contract/choices/shown-choices.ts'
import type { CoverageCounter, Tally } from './coverage-counter.ts'
import type {
  RequestRef,
  CoverageReport,
  Exercise,
  ReliedOnChoice,
  UnknownRoute,
} from '../contract/control/journal.ts'

const allOperations = operationIds.map(operationName)
const allCodes = [...Object.keys(errorCodes), invalidCode]

/** Creates the report of a counter. `world` is the name in the report; null means all worlds. */
export function reportCoverage(coverage: CoverageCounter, world: string | null): CoverageReport {
  const tallies = [...coverage.tallies()]
  const relied_on = reliances(tallies)
  const relied = new Set(relied_on.map(({ choice }) => choice))
  return {
    world,
    calls: tallies.reduce((sum, { calls }) => sum + calls, coverage.uncounted),
    endpoints: exercise(tallies, allOperations, ({ endpoint }) =>
      endpoint === undefined ? [] : [operationName(endpoint)],
    ),
    errors: exercise(tallies, allCodes, ({ code }) => (code === undefined ? [] : [code])),
    events: exercise(tallies, eventNames, ({ events }) => events),
    own: Array.from(coverage.own, ([name, { calls, isTemplate }]) => ({
      name,
      calls,
      from_template: isTemplate,
    })).toSorted((a, b) => b.calls - a.calls),
    not_played: notPlayed(coverage),
    choices: { relied_on, never: choiceIds.filter((id) => !relied.has(id)) },
    assumed: relied_on.filter(isAssumed).length,
  }
}

function notPlayed({ unknownRoutes }: CoverageCounter): UnknownRoute[] {
  return Array.from(unknownRoutes, ([name, calls]) => {
    const [method = '', path = ''] = name.split(' ')
    const similar = similarOperations(path).map(operationName)
    const sameMethod = similar.find((one) => one.startsWith(`${method} `))
    return { name, calls, similar: sameMethod ?? similar[0] ?? null }
  }).toSorted((a, b) => b.calls - a.calls)
}

/**
 * Whether the fake assumes this option, because the specification leaves it open or contradicts it.
 */
const isAssumed = ({ grade }: ShownChoice): boolean => grade !== 'specified'

/** Counts the requests for each name, including names that the contract does not contain. */
function exercise(
  tallies: readonly Tally[],
  all: readonly string[],
  namesIn: (seen: Tally['seen']) => readonly string[],
): Exercise {
  const calls = new Map<string, number>()
  for (const tally of tallies)
    for (const name of namesIn(tally.seen)) calls.set(name, (calls.get(name) ?? 0) + tally.calls)
  return {
    exercised: Array.from(calls, ([name, count]) => ({ name, calls: count })).toSorted(
      (a, b) => b.calls - a.calls,
    ),
    never: all.filter((name) => !calls.has(name)),
  }
}

function reliances(tallies: readonly Tally[]): ReliedOnChoice[] {
  const byOption = new Map<string, { relied: ShownChoice; calls: number; first: RequestRef[] }>()
  for (const { profile, seen, calls, first } of tallies)
    for (const relied of choicesShownBy(profile, seen)) {
      const name = `${relied.choice} ${relied.option}`
      const known = byOption.get(name)
      if (known === undefined) byOption.set(name, { relied, calls, first })
      else {
        known.calls += calls
        known.first = [...known.first, ...first].slice(0, 5)
      }
    }
  return Array.from(byOption.values(), ({ relied, calls, first }) => {
    const { question, clause, options } = choices[relied.choice]
    const says = options[relied.option]?.says ?? relied.option
    return { ...relied, question, says, clause, calls, first: [...first] }
  }).toSorted((a, b) => choiceIds.indexOf(a.choice) - choiceIds.indexOf(b.choice))
}

export function renderCoverage(report: CoverageReport): string {
  const { world, calls, assumed } = report
  const whose = world === null ? 'all worlds' : `world ${markdownCode(world)}`
  const assumptions = report.choices.relied_on.filter(isAssumed)
  return [
    `# Coverage of ${whose}`,
    `${calls} calls. **Your tests rely on these ${assumed} assumed behaviours**, which the ` +
      'specification leaves open or contradicts:',
    table(['Choice', 'Question', 'Played as', 'Clause', 'Calls', 'First'], assumptions.map(rowOf)),
    `## Requested, but not played\n\n${notPlayedTable(report.not_played)}`,
    section('Operations', report.endpoints),
    ...(report.own.length === 0 ? [] : [`## Operations of the profile\n\n${ownTable(report.own)}`]),
    section('Error codes', report.errors),
    section('Events', report.events),
    `## Choices that no call relied on\n\n${listOf(report.choices.never)}`,
    '',
  ].join('\n\n')
}

const rowOf = (relied: ReliedOnChoice): readonly string[] => [
  markdownCode(relied.choice),
  relied.question,
  `${relied.says}${relied.grade === 'deviates' ? ' (contradicts the specification)' : ''}`,
  relied.clause,
  String(relied.calls),
  relied.first.map(({ world, number }) => `${nameOf(world)} #${number}`).join(', '),
]

const nameOf = (world: string) => (/^[\w-]+$/.test(world) ? world : markdownCode(world))

function section(title: string, { exercised, never }: Exercise): string {
  const rows = exercised.map(({ name, calls }) => [markdownCode(name), String(calls)])
  return `## ${title}\n\n${table(['Exercised', 'Calls'], rows)}\n\nNever: ${listOf(never)}`
}

const notPlayedTable = (routes: readonly UnknownRoute[]) =>
  routes.length === 0
    ? 'Nothing.'
    : table(
        ['Request', 'Calls', 'Similar operation'],
        routes.map(({ name, calls, similar }) => [
          markdownCode(name),
          String(calls),
          similar === null ? '' : markdownCode(similar),
        ]),
      )

const ownTable = (own: CoverageReport['own']) =>
  table(
    ['Operation', 'Calls', 'Answer'],
    own.map(({ name, calls, from_template }) => [
      markdownCode(name),
      String(calls),
      from_template ? 'answers from its template' : 'as the profile says',
    ]),
  )

const listOf = (names: readonly string[]) =>
  names.length === 0 ? 'none' : names.map(markdownCode).join(', ')

const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
