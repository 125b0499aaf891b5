import type { Comparison } from '../report/compare.ts'
import type { Cause } from '../report/difference-causes.ts'
import { excerpt } from '../report/evidence.ts'
import { escapeLines } from '../../contract/escape.ts'

/** Formats a comparison for a terminal: each cause once, with some of the places where it shows. */
export function comparisonText(
  a: string,
  b: string,
  { checks, shapes, causes, compared }: Comparison,
): string {
  const all = `${compared.checks} checks and ${compared.shapes} kinds of responses compared`
  const count = causes.checks.length + causes.shapes.length
  const by = `${count} ${count === 1 ? 'cause' : 'causes'}`
  const lines = [
    `A  ${a}`,
    `B  ${b}`,
    '',
    ...section('Checks', causes.checks),
    ...section('Shapes', causes.shapes),
    checks.length + shapes.length === 0
      ? `No difference. ${all}.`
      : `${checks.length} checks and ${shapes.length} shapes differ, by ${by}. ${all}.`,
  ]
  return escapeLines(lines)
}

const section = (title: string, causes: readonly Cause[]): readonly string[] =>
  causes.length === 0 ? [] : [title, ...causes.flatMap(describeCause), '']

const maxNames = 5

function describeCause({ where, pointers, a, b }: Cause): readonly string[] {
  const place = pointers === undefined ? '' : `${some(pointers.map((each) => each || '/'))} in `
  return [`  ${place}${some(where)}`, `    A  ${excerpt(a, 200)}`, `    B  ${excerpt(b, 200)}`]
}

function some(names: readonly string[]): string {
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
  return names.slice(0, maxNames).join(', ') + more
}
