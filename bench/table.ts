import { figure } from './figures.ts'
import { type Findings, type Goal, isMeasured, isMet } from './measures/measure.ts'

/** Findings for a terminal. */
export function textOf({ title, about, columns, rows, goals = [], notes = [] }: Findings): string {
  const widths = columns.map((_, column) =>
    Math.max(...[columns, ...rows].map((row) => (row[column] ?? '').length)),
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
    ...goals.filter(isMeasured).map((goal) => `  ${goalText(goal)}`),
  ].join('\n')
}

/** Findings for a page of the docs. */
export function markdownOf({ title, about, columns, rows, notes = [] }: Findings): string {
  const rule = columns.map((_, column) => (column === 0 ? '---' : '--:'))
  return [
    `## ${title}\n`,
    `${about}\n`,
    rowOf(columns),
    rowOf(rule),
    ...rows.map(rowOf),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)]),
    '',
  ].join('\n')
}

/** Every goal with what came of it, as a table for a page of the docs. */
export function goalsMarkdown(findings: readonly Findings[]): string {
  const rows = findings.flatMap(({ title, goals = [] }) =>
    goals.filter(isMeasured).map((goal) => {
      const { text, reached } = goal
      return `| ${title}: ${text} | ${boundOf(goal)} | ${figure(reached)} | ${markOf(goal)} |`
    }),
  )
  return ['| goal | asked for | reached | |', '|---|--:|--:|---|', ...rows, ''].join('\n')
}

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const markOf = (goal: Goal) => (isMet(goal) ? 'met' : '**missed**')
const boundOf = ({ bound }: Goal) =>
  'most' in bound ? `≤ ${figure(bound.most)}` : `≥ ${figure(bound.least)}`
const goalText = (goal: Goal) =>
  `${isMet(goal) ? '✓' : '✗'} ${goal.text}: ${figure(goal.reached)}, asked for ${boundOf(goal)}`
