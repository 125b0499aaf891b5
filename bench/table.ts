import { figure } from './figures.ts'
import { type Findings, type Goal, isMeasured, isMet } from './measures/measure.ts'

/** Findings for a terminal. */
export function textOf({ title, about, columns, rows, goals = [], notes = [] }: Findings): string {
  const widths = columns.map((_, column) =>
    Math.max(...[columns, ...rows].map((row) => [...(row[column] ?? '')].length)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return [
    `\n${title}\n${about}\n`,
    line(columns),
    ...rows.map(line),
    ...notes.map((note) => `  ${note}`),
    ...goals.filter(isMeasured).map((goal) => `  ${isMet(goal) ? '✓' : '✗'} ${goalText(goal)}`),
  ].join('\n')
}

const goalText = ({ text, reached, bound }: Goal) =>
  `${text}: ${figure(reached)}, asked for ${'most' in bound ? `≤ ${bound.most}` : `≥ ${bound.least}`}`
