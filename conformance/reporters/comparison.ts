import type { Cause, Comparison } from '../report/compare.ts'
import { excerpt } from '../report/evidence.ts'
import { formatCount } from '../session/json.ts'
import { heading, paragraph, type ReportDocument, terms } from '../../report/document.ts'

/** The report of a comparison: each cause once, with some of the places where it shows. */
export function comparisonDocument(
  a: string,
  b: string,
  { checks, shapes, causes, compared }: Comparison,
): ReportDocument {
  const all = `${compared.checks} checks and ${compared.shapes} kinds of responses compared`
  const by = formatCount(causes.checks.length + causes.shapes.length, 'cause')
  const isSame = checks.length + shapes.length === 0
  const found = `${checks.length} checks and ${shapes.length} shapes differ, by ${by}.`
  return {
    summary: [paragraph(`${isSame ? 'No difference.' : found} ${all}.`)],
    body: [
      terms(['A', a], ['B', b]),
      heading('Checks'),
      paragraph(...causes.checks.flatMap(causeLines)),
      heading('Shapes'),
      paragraph(...causes.shapes.flatMap(causeLines)),
    ],
  }
}

const maxNames = 5

function causeLines({ where, pointers, a, b }: Cause): readonly string[] {
  const place = pointers === undefined ? '' : `${some(pointers.map((each) => each || '/'))} in `
  return [`${place}${some(where)}`, `  A  ${excerpt(a, 200)}`, `  B  ${excerpt(b, 200)}`]
}

function some(names: readonly string[]): string {
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
  return names.slice(0, maxNames).join(', ') + more
}
