import type { Comparison, Difference } from '../report/compare.ts'
import { excerpt } from '../report/evidence.ts'
import { escapeLines } from '../../contract/escape.ts'

export function comparisonText(
  a: string,
  b: string,
  { checks, shapes, compared }: Comparison,
): string {
  const all = `${compared.checks} checks and ${compared.shapes} kinds of replies compared`
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

// What is otherwise in one way at many places is one difference to whoever reads it.
function section(title: string, differences: readonly Difference[]): readonly string[] {
  if (differences.length === 0) return []
  const groups = Map.groupBy(differences, ({ pointer, a, b }) => JSON.stringify([pointer, a, b]))
  return [title, ...[...groups.values()].flatMap(describeGroup), '']
}

const mostNames = 5

function describeGroup(group: readonly Difference[]): readonly string[] {
  const [{ pointer, a, b } = { a: '', b: '' }] = group
  const names = group.slice(0, mostNames).map(({ where }) => where)
  const more = group.length > mostNames ? ` and ${group.length - mostNames} more` : ''
  const place = pointer === undefined ? '' : `${pointer || '/'} in `
  return [
    `  ${place}${names.join(', ')}${more}`,
    `    A  ${excerpt(a, 200)}`,
    `    B  ${excerpt(b, 200)}`,
  ]
}
