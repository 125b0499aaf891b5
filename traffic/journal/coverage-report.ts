import { type Block, code, codeList, heading, paragraph, table } from '../../report/document.ts'
import { renderMarkdown } from '../../report/markdown.ts'
import { choiceIds, choices } from '../../contract/choices.ts'
import { similarOperations } from '../../contract/operations/similar-operations.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { operationIds } from '../../contract/operations.ts'
import { errorCodes, invalidCode } from '../../contract/errors.ts'
import { eventNames } from '../../contract/events.ts'
import { type ShownChoice, choicesShownBy } from '../../contract/choices/shown-choices.ts'
import type { CoverageCounter, Tally } from './journal.ts'
import type {
  RequestRef,
  CoverageReport,
  Exercise,
  ReliedOnChoice,
  UnknownRoute,
} from '../../contract/control/journal.ts'

const allOperations = operationIds.map(operationName)
const allCodes = [...Object.keys(errorCodes), invalidCode]

/** Creates the report of a counter. `world` is the name in the report; null means all worlds. */
export function reportCoverage(coverage: CoverageCounter, world: string | null): CoverageReport {
  const tallies = [...coverage.tallies()]
  const relied_on = reliedOnChoices(tallies)
  const relied = new Set(relied_on.map(({ choice }) => choice))
  return {
    world,
    calls: tallies.reduce((sum, { calls }) => sum + calls, coverage.uncounted),
    endpoints: countExercised(tallies, allOperations, ({ endpoint }) =>
      endpoint === undefined ? [] : [operationName(endpoint)],
    ),
    errors: countExercised(tallies, allCodes, ({ code: seen }) =>
      seen === undefined ? [] : [seen],
    ),
    events: countExercised(tallies, eventNames, ({ events }) => events),
    own: Array.from(coverage.own, ([name, { calls, isTemplate }]) => ({
      name,
      calls,
      from_template: isTemplate,
    })).toSorted((a, b) => b.calls - a.calls),
    not_played: listUnknownRoutes(coverage),
    choices: { relied_on, never: choiceIds.filter((id) => !relied.has(id)) },
    assumed: relied_on.filter(isAssumed).length,
  }
}

function listUnknownRoutes({ unknownRoutes }: CoverageCounter): UnknownRoute[] {
  return Array.from(unknownRoutes, ([name, calls]) => {
    const [method = '', path = ''] = name.split(' ')
    const similar = similarOperations(path).map(operationName)
    const sameMethod = similar.find((one) => one.startsWith(`${method} `))
    return { name, calls, similar: sameMethod ?? similar[0] ?? null }
  }).toSorted((a, b) => b.calls - a.calls)
}

/** Whether the fake assumes this option, because the specification does not require it. */
const isAssumed = ({ grade }: ShownChoice): boolean => grade !== 'specified'

/** Counts the requests for each name, including names that the contract does not contain. */
function countExercised(
  tallies: readonly Tally[],
  allNames: readonly string[],
  namesIn: (seen: Tally['seen']) => readonly string[],
): Exercise {
  const calls = new Map<string, number>()
  for (const tally of tallies)
    for (const name of namesIn(tally.seen)) calls.set(name, (calls.get(name) ?? 0) + tally.calls)
  return {
    exercised: Array.from(calls, ([name, count]) => ({ name, calls: count })).toSorted(
      (a, b) => b.calls - a.calls,
    ),
    never: allNames.filter((name) => !calls.has(name)),
  }
}

function reliedOnChoices(tallies: readonly Tally[]): ReliedOnChoice[] {
  const byOption = new Map<string, { relied: ShownChoice; calls: number; first: RequestRef[] }>()
  for (const { profile, seen, calls, first } of tallies)
    for (const relied of choicesShownBy(profile, seen)) {
      const name = `${relied.choice} ${relied.option}`
      const known = byOption.get(name)
      if (known === undefined) byOption.set(name, { relied, calls, first })
      else {
        known.calls += calls
        known.first = [...known.first, ...first].toSorted((a, b) => a.number - b.number).slice(0, 5)
      }
    }
  return Array.from(byOption.values(), ({ relied, calls, first }) => {
    const { question, clause, options } = choices[relied.choice]
    const says = options[relied.option]?.says ?? relied.option
    return { ...relied, question, says, clause, calls, first: [...first] }
  }).toSorted((a, b) => choiceIds.indexOf(a.choice) - choiceIds.indexOf(b.choice))
}

/** Formats a report as Markdown. */
export const renderCoverage = (report: CoverageReport): string =>
  renderMarkdown(
    {
      title: [
        'Coverage of ',
        ...(report.world === null ? ['all worlds'] : ['world ', optionalCode(report.world)]),
      ],
      body: [...coverageBlocks(report)],
    },
    1,
  )

function* coverageBlocks(report: CoverageReport): Generator<Block> {
  const { calls, assumed, choices: shown, not_played: unknown, own } = report
  const relied = `Your tests rely on these ${assumed} assumed behaviours`
  const why = ', which the specification leaves open or contradicts:'
  yield paragraph([`${calls} calls. `, { strong: relied }, why])
  const head = ['Choice', 'Question', 'Played as', 'Clause', 'Calls', 'First']
  yield table(head, shown.relied_on.filter(isAssumed).map(choiceRow))
  yield heading('Requested, but not played')
  if (unknown.length === 0) yield paragraph('Nothing.')
  const requests = unknown.map((one) => [
    optionalCode(one.name),
    one.calls,
    optionalCode(one.similar),
  ])
  yield table(['Request', 'Calls', 'Similar operation'], requests)
  yield* exercisedBlocks('Operations', report.endpoints)
  yield heading('Operations of the profile')
  const answers = { true: 'answers from its template', false: 'as the profile says' }
  const rows = own.map((one) => [
    optionalCode(one.name),
    one.calls,
    answers[`${one.from_template}`],
  ])
  yield table(['Operation', 'Calls', 'Answer'], rows)
  yield* exercisedBlocks('Error codes', report.errors)
  yield* exercisedBlocks('Events', report.events)
  yield heading('Choices that no call relied on')
  yield paragraph(codeListOrNone(shown.never))
}

const optionalCode = (name: string | null) => (name === null ? '' : code(name))

const choiceRow = (relied: ReliedOnChoice) => [
  code(relied.choice),
  relied.question,
  `${relied.says}${relied.grade === 'deviates' ? ' (contradicts the specification)' : ''}`,
  relied.clause,
  relied.calls,
  codeList(relied.first.map(({ world, number }) => `${world} #${number}`)),
]

function* exercisedBlocks(title: string, { exercised: all, never }: Exercise): Generator<Block> {
  yield heading(title)
  yield table(
    ['Exercised', 'Calls'],
    all.map(({ name, calls }) => [code(name), calls]),
  )
  yield paragraph(['Never: ', ...codeListOrNone(never)])
}

const codeListOrNone = (names: readonly string[]) =>
  names.length === 0 ? ['none'] : codeList(names)
