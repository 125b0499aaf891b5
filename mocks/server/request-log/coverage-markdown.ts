import { markdownCell, markdownCode } from '../../../contract/escape.ts'
import {
  type CoverageReport,
  type Exercise,
  isAssumed,
  type ReliedOnChoice,
} from './coverage-report.ts'

/** What a client under test has exercised, and what it relies on, for people to read. */
export function renderCoverage(report: CoverageReport): string {
  const { world, calls, choices, assumed } = report
  const whose = world === null ? 'all worlds' : `world ${markdownCode(world)}`
  const assumptions = choices.relied_on.filter(isAssumed)
  return [
    `# Coverage of ${whose}`,
    `${calls} calls. **Your tests rely on these ${assumed} assumed behaviours**, which the ` +
      'specification leaves open or contradicts:',
    table(['Choice', 'Question', 'Played as', 'Clause', 'Calls', 'First'], assumptions.map(rowOf)),
    section('Operations', report.endpoints),
    section('Error codes', report.errors),
    section('Events', report.events),
    `## Choices that no call relied on\n\n${listOf(choices.never)}`,
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

const listOf = (names: readonly string[]) =>
  names.length === 0 ? 'none' : names.map(markdownCode).join(', ')

const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
