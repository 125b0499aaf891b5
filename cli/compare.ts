import { readFile } from 'node:fs/promises'
import { type Comparison, compareRuns, type Difference } from '../conformance/report/compare.ts'
import { excerpt } from '../conformance/report/evidence.ts'
import { parseJson } from '../conformance/session/json.ts'
import { reportSchema, type WrittenReport } from '../conformance/reporters/json.ts'
import { escapeLines } from '../contract/escape.ts'
import { conform, type Means } from './conform.ts'
import type { Io } from './io.ts'
import { UsageError } from './usage.ts'

type Told = Pick<Io, 'stdout' | 'stderr'> & Partial<Io>

/**
 * `understudy compare A B`: judges two deployments, or takes stored reports, and prints in what they
 * differ. Resolves to 0 for no difference, 1 for differences, 4 where a deployment could not be
 * judged, 130 where it was stopped. Throws `UsageError` for a wrong command line.
 */
export async function compare(
  argv: readonly string[],
  io: Told,
  means: Means = {},
): Promise<number> {
  if (argv.includes('--help')) {
    io.stdout.write(usage)
    return 0
  }
  const [first, second, ...flags] = argv
  refuse(first, second, flags)
  const runs: WrittenReport[] = []
  for (const side of [first ?? '', second ?? '']) {
    const run = isUrl(side) ? await judge(side, flags, io, means) : await load(side)
    if (typeof run === 'number') return run
    runs.push(run)
  }
  const [a, b] = runs as [WrittenReport, WrittenReport]
  if (a.plan !== b.plan)
    throw new UsageError(`One run is of plan ${a.plan}, the other of ${b.plan}: compare like runs.`)
  const comparison = compareRuns(a, b)
  io.stdout.write(toText(a.target, b.target, comparison))
  return comparison.checks.length + comparison.shapes.length === 0 ? 0 : 1
}

/** Most was blocked, or the run was stopped: there is nothing to hold against another. */
const hopeless: readonly number[] = [4, 130]

const isUrl = (side: string): boolean => /^https?:\/\//.test(side)

function refuse(first: string | undefined, second: string | undefined, flags: readonly string[]) {
  if (
    first === undefined ||
    second === undefined ||
    first.startsWith('-') ||
    second.startsWith('-')
  )
    throw new UsageError('compare takes two deployments or reports first: compare A B [flags].')
  const idle = flags.find((flag) => /^--(report|baseline|write-baseline|json|dry-run)\b/.test(flag))
  if (idle !== undefined) throw new UsageError(`compare has no use for ${idle.split('=')[0]}.`)
  if (!isUrl(first) && !isUrl(second) && flags.length > 0)
    throw new UsageError('Flags are for a deployment, and both sides are stored reports.')
}

/** The report of a run, or its exit code where the deployment was not judged. */
async function judge(
  url: string,
  flags: readonly string[],
  io: Told,
  means: Means,
): Promise<WrittenReport | number> {
  const told: string[] = []
  const stdout = { write: (text: string) => told.push(text) }
  const argv = ['--base-url', url, ...flags, '--json']
  const code = await conform(argv, { ...io, stdout }, means)
  if (!hopeless.includes(code)) {
    const report = readReport(told.join(''), url)
    if (!report.outOfTime) return report
    const says = `${url} was judged only in part: its time was over; see --max-time`
    io.stdout.write(escapeLines([says]))
    return 4
  }
  io.stdout.write(escapeLines([`${url} was not judged; see conform --base-url ${url}`]))
  return code
}

async function load(file: string): Promise<WrittenReport> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`${file} is neither an http address nor a report that can be read.`)
  })
  return readReport(text, file)
}

function readReport(text: string, from: string): WrittenReport {
  const read = reportSchema.safeParse(parseJson(text))
  if (read.success) return read.data
  throw new UsageError(`${from} is no report of a run: make one with conform --report json=FILE.`)
}

function toText(a: string, b: string, { checks, shapes, compared }: Comparison): string {
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
  return [title, ...[...groups.values()].flatMap(describe), '']
}

const mostNames = 5

function describe(group: readonly Difference[]): readonly string[] {
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

const usage = `understudy compare A B [flags of conform]

Holds two runs against each other: what each check says, and what the replies consist of.

  A, B   a deployment's address, which is judged now, or a report of conform --report json=FILE;
         a stored report beside an address shows what drifted since

Credentials and all other flags hold for both; judge deployments with users of their own by conform,
and compare the reports. --max-time holds for each of the two. Exit codes: 0 no difference, 1 differences, 3 wrong usage, 4 not judged.
`
