import { loadavg } from 'node:os'
import type { Findings } from './measures/measure.ts'
import { goalsMarkdown, markdownOf } from './table.ts'

/** What a run of the whole bench found, as `docs/benchmarks.md`. */
export function pageOf(machine: string, findings: readonly Findings[], minutes: number): string {
  return `# Benchmarks

\`npm run bench\` measures Understudy beside the least that Node can do and beside other fakes, and writes this page.

- **Side by side.** All contestants take part in each round, in the opposite order in every other one. A figure is the median of the rounds, with the least and the most; a ratio is that of two figures of the same round, and then the median of these. Read the ratios: the figures are those of one machine, on one day.
- **Bare** is \`node:http\` without routes or state, sending the same bytes: 20 conversations, or the same events at the same moments, by a timer for each.
- **The same work for all**, as far as they can do it; what another does in its place is said under the table.
- **Caller and reader** are processes of our own on raw sockets, on the same cores. CPU is that of the server's process, whoever waited for whom.

\`npm run bench -- list\` runs one measure, \`--alone\` leaves out the others' fakes, \`--quick\` makes it short. They are in \`bench/peers\`, pinned, and installed by the first run; those on Java take part where a \`java\` is. [What things cost as a world grows](scale.md) is a page of its own.

Measured in ${minutes.toFixed(0)} minutes on: ${machine}. Load of the machine at the end: ${loadavg()[0]?.toFixed(1)}.

## Goals

${goalsMarkdown(findings)}
${findings.map(markdownOf).join('\n')}`
}
