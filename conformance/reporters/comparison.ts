import type { Comparison, Difference } from '../report/compare.ts'
import { excerpt } from '../report/evidence.ts'
import { escapeLines } from '../../contract/escape.ts'

/** Formats a comparison for a terminal. */
export function comparisonText(
  a: string,
  b: string,
  { checks, shapes, compared }: Comparison,
): string {
  const all = `${compared.checks} checks and ${compared.shapes} kinds of responses compared`
  const lines = [
    `A  ${a}`,
    `B  ${b}`,
    '',
    ...section('Checks', checks),
    ...section('Shapes', shapes),
    checks.length + shapes.length === 0
      ? `No difference. ${all}.`
      : `${checks.length} checks and ${shapes.length} shapes differ. ${all}.`,
  ]
  return escapeLines(lines)
}

// The same difference in many places is listed once.
function section(title: string, differences: readonly Difference[]): readonly string[] {
  if (differences.length === 0) return []
  const groups = Map.groupBy(differences, ({ pointer, a, b }) => JSON.stringify([pointer, a, b]))
  return [title, ...[...groups.values()].flatMap(describeGroup), '']
}

const maxNames = 5

function describeGroup(group: readonly Difference[]): readonly string[] {
  const [{ pointer, a, b } = { a: '', b: '' }] = group
  const names = group.slice(0, maxNames).map(({ where }) => where)
  const more = group.length > maxNames ? ` and ${group.length - maxNames} more` : ''
  const place = pointer === undefined ? '' : `${pointer || '/'} in `
  return [
    `  ${place}${names.join(', ')}${more}`,
    `    A  ${excerpt(a, 200)}`,
    `    B  ${excerpt(b, 200)}`,
  ]
}
