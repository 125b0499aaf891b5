import { access, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AuthoringError } from '../authoring/problem.ts'
import { parseYaml } from '../authoring/yaml.ts'
import { type Baseline, BaselineError, readBaseline } from '../conformance/baseline.ts'
import { allChecks } from '../conformance/checks.ts'
import { exitCode } from '../conformance/report.ts'
import type { Report } from '../conformance/report.ts'
import { compareToBaseline, type Standing, toBaseline } from '../conformance/standing.ts'
import type { ConformFlags } from './conform-flags.ts'
import { UsageError } from './usage.ts'

const daysToMend = 90

/** What the flags ask of baselines. */
export type OpenBaseline = {
  /** How a run stands to the baseline that was given, if one was. */
  standing(report: Report): Standing | undefined
  /** Writes the baseline that was asked for, if one was; of a run that was hopeless, none. */
  write(report: Report): Promise<void>
}

/**
 * Reads the baseline before a run is spent on it. Throws `UsageError` with the line of what is wrong
 * in it, and where a new one would take the place of a file with the owners and reasons of another.
 */
export async function openBaseline(
  { baseline: file, writeBaseline: to, strict }: ConformFlags,
  today: string,
): Promise<OpenBaseline> {
  if (to !== undefined) await refuseLoss(to, file)
  const baseline = file === undefined ? undefined : await loadBaseline(file)
  return {
    standing: (report) => baseline && compareToBaseline(report, baseline, today, strict),
    async write(report) {
      if (to === undefined || exitCode(report, strict) === 4) return
      const made = toBaseline(report, baseline ?? [], daysAfter(today, daysToMend), strict)
      await writeFile(to, toYaml(made, report))
    },
  }
}

async function refuseLoss(to: string, given: string | undefined): Promise<void> {
  if (given !== undefined && resolve(given) === resolve(to)) return
  const isThere = await access(to).then(
    () => true,
    () => false,
  )
  if (isThere)
    throw new UsageError(`${to} is there already: give it as --baseline too, to keep what it says.`)
}

/** The baseline in a YAML or JSON file; throws `UsageError` with the place of what is wrong. */
export async function loadBaseline(file: string): Promise<Baseline> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`Failed to read the baseline ${file}: ${String(error)}.`)
  })
  try {
    const { value, where } = parseYaml(text, file)
    return readAt(value, where)
  } catch (error) {
    if (error instanceof AuthoringError) throw new UsageError(error.message)
    throw error
  }
}

function readAt(value: unknown, where: ReturnType<typeof parseYaml>['where']): Baseline {
  // A file in which nothing but comments is left excuses nothing.
  if (value === null) return []
  try {
    const ids = allChecks.map(({ id }) => id)
    return readBaseline(value, ids)
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error
    throw new UsageError(`${where(error.path, error.part)}: ${error.message}`)
  }
}

const toYaml = (baseline: Baseline, { target, plan }: Report): string => `\
# What is known to fail at ${target}, plan ${plan}. Say of each failure who answers for it and why it
# is let pass; an entry without owner or reason is refused by --baseline.
${baseline.map(entryYaml).join('') || '# Nothing fails.\n'}`

// A string of JSON is one of YAML, too.
const entryYaml = ({ check, owner, reason, expires }: Baseline[number]): string => `\
- check: ${check}
  owner: ${JSON.stringify(owner)}
  reason: ${JSON.stringify(reason)}
  expires: ${expires}
`

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
