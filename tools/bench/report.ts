import { loadavg } from 'node:os'
import { type Bound, hasPassed, type Measurement } from './measure.ts'
import { formatNumber } from './statistics.ts'

/** Formats a measurement for the terminal. */
export function textOf({ title, about, columns, rows, bounds, notes = [] }: Measurement): string {
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
    ...bounds.map((bound) => `  ${boundText(bound)}`),
  ].join('\n')
}

/** Formats a bound with its verdict, for the terminal. */
export const boundText = (bound: Bound): string =>
  Number.isNaN(bound.value)
    ? `? ${bound.text}: not measured in this run`
    : `${hasPassed(bound) ? '✓' : '✗'} ${bound.text}: ${formatNumber(bound.value)} (${limitText(bound)}): ${verdictOf(bound)}`

const verdictOf = (bound: Bound) => (hasPassed(bound) ? 'passed' : 'missed')
const limitText = ({ limit }: Bound) =>
  'atMost' in limit ? `≤ ${formatNumber(limit.atMost)}` : `≥ ${formatNumber(limit.atLeast)}`

const rowText = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function markdownOf({ title, about, columns, rows, notes = [] }: Measurement): string {
  return [
    `## ${title}\n`,
    `${about}\n`,
    rowText(columns),
    rowText(columns.map((_, column) => (column === 0 ? '---' : '--:'))),
    ...rows.map(rowText),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)]),
    '',
  ].join('\n')
}

function boundsTable(measurements: readonly Measurement[]): string {
  const rows = measurements.flatMap(({ title, bounds }) =>
    bounds.map((bound) => {
      const valueBefore = bound.before === undefined ? '' : formatNumber(bound.before)
      const verdict = hasPassed(bound) ? 'passed' : '**missed**'
      const figures = [limitText(bound), valueBefore, formatNumber(bound.value)]
      return rowText([`${title}: ${bound.text}`, ...figures, verdict])
    }),
  )
  return ['| figure | bound | before | measured | |', '|---|--:|--:|--:|---|', ...rows, ''].join(
    '\n',
  )
}

/** The text of `docs/benchmarks.md`, with all measurements. */
export function pageOf(
  machine: string,
  measurements: readonly Measurement[],
  minutes: number,
): string {
  return `# Benchmarks

\`npm run bench\` measures Understudy side by side with bare Node and with other mock servers, and writes this page. It exits with 1 if a bound is missed.

- **Side by side.** Every server takes part in every round; every other round runs in the opposite order. A figure is the median of the rounds, with minimum and maximum. A ratio divides two figures of the same round; the table shows the median of these ratios. Compare ratios: the figures depend on the machine and the day.
- **Bare** is \`node:http\` without routes or state. It sends the same bytes: 20 conversations, or the same events at the same times, with a timer for each.
- **The same work for all**, as far as a server can do it; notes below the tables name the differences.
- **Caller and reader** are separate processes on raw sockets, on the same cores. CPU is that of the server's process alone.

\`npm run bench -- list\` runs one measure. \`npm run bench -- --quick\` takes two minutes: fewer rounds, no peers, and no page written. The peers are pinned in \`tools/bench/peers\` and installed by the first full run; WireMock and MockServer need \`java\`.

Measured in ${minutes.toFixed(0)} minutes on: ${machine}. Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}.

## Bounds

The column *before* has the figures of 2026-11-22, before optimisations were removed for simpler code: the difference is what the simplification cost.

${boundsTable(measurements)}
${measurements.map(markdownOf).join('\n')}`
}
