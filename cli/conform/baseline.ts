import { access, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { AuthoringError } from '../../authoring/problem.ts'
import { parseYaml } from '../../authoring/yaml.ts'
import {
  type Baseline,
  BaselineError,
  readBaseline,
  compareToBaseline,
  excuseKnownFailures,
  exitCodeWithBaseline,
  toBaseline,
  type BaselineComparison,
} from '../../conformance/report/baseline.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import type { Check } from '../../conformance/session/check.ts'
import { exitCode, isMostlyBlocked, type Report } from '../../conformance/report/report.ts'
import { escapeJson, escapeLine, escapeLines } from '../../contract/escape.ts'
import type { ConformOptions } from './flags.ts'
import { UsageError } from '../command-line.ts'
import { ensureWritable } from '../output-file.ts'
import { schemaLine } from '../schema-line.ts'

const daysUntilExpiry = 90

/** A run with its baseline applied. */
export type BaselineOutcome = {
  /** The report without known failures. */
  readonly shown: Report
  readonly comparison: BaselineComparison | undefined
  /** A sentence about `--write-baseline`, or nothing. */
  readonly note: string
  readonly code: ReturnType<typeof exitCodeWithBaseline>
}

type AppliedBaseline = {
  readonly apply: (report: Report) => Promise<BaselineOutcome>
  /** Whether the failure of a check is accepted today. */
  readonly isKnown: (check: string) => boolean
}

/**
 * Reads the baseline before the run, and returns a function that applies it to the report and writes
 * the new baseline, unless too few checks ran. Throws `UsageError` with the line of a problem, if the new
 * baseline would overwrite owners and reasons, or if it cannot be written.
 */
export async function prepareBaseline(
  {
    baseline: file,
    writeBaseline: to,
    strict,
    checks,
  }: Pick<ConformOptions, 'baseline' | 'writeBaseline' | 'strict'> & {
    readonly checks: readonly Pick<Check, 'id'>[]
  },
  today: string,
): Promise<AppliedBaseline> {
  if (to !== undefined) await refuseOverwrite(to, file)
  if (to !== undefined) await ensureWritable(to)
  const baseline = file === undefined ? undefined : await loadBaseline(file, checks)
  const apply = async (report: Report): Promise<BaselineOutcome> => {
    const code = exitCode(report, strict)
    const isHopeless = code === 130 || isMostlyBlocked(report) || report.traffic?.judged === 0
    const note =
      to !== undefined && isHopeless
        ? escapeLines([`${to} was not written: too few checks ran.`])
        : ''
    if (to !== undefined && !isHopeless) {
      const made = toBaseline(report, baseline ?? [], addDays(today, daysUntilExpiry), strict)
      await writeFile(to, baselineYaml(to, made, report))
    }
    if (baseline === undefined) return { shown: report, comparison: undefined, note, code }
    const comparison = compareToBaseline(report, baseline, today, strict)
    return {
      shown: excuseKnownFailures(report, comparison.known),
      comparison,
      note,
      code: exitCodeWithBaseline(report, comparison, strict),
    }
  }
  const excused = baseline?.filter(({ expires }) => expires >= today) ?? []
  return { apply, isKnown: (id) => excused.some(({ check }) => check === id) }
}

async function refuseOverwrite(to: string, given: string | undefined): Promise<void> {
  if (given !== undefined && resolve(given) === resolve(to)) return
  const isThere = await access(to).then(
    () => true,
    () => false,
  )
  if (isThere)
    throw new UsageError(
      `${to} exists: pass it as --baseline too, so that its owners and reasons are kept.`,
    )
}

/** Reads a baseline in YAML or JSON; throws `UsageError` with the line of a problem. */
export async function loadBaseline(
  file: string,
  checks: readonly Pick<Check, 'id'>[] = allChecks,
): Promise<Baseline> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`Failed to read the baseline ${file}: ${String(error)}.`)
  })
  try {
    const { value, where } = parseYaml(text, file)
    return readBaselineAt(value, where, checks)
  } catch (error) {
    if (error instanceof AuthoringError) throw new UsageError(...error.message.split('\n'))
    throw error
  }
}

function readBaselineAt(
  value: unknown,
  where: ReturnType<typeof parseYaml>['where'],
  checks: readonly Pick<Check, 'id'>[],
): Baseline {
  // A file with comments only: no known failures.
  if (value === null) return []
  try {
    const ids = checks.map(({ id }) => id)
    return readBaseline(value, ids)
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error
    throw new UsageError(`${where(error.path, error.part)}: ${error.message}`)
  }
}

const baselineYaml = (file: string, baseline: Baseline, { target, plan }: Report): string => `\
${schemaLine('baseline', file)}# Known failures of ${escapeLine(target)}, plan ${plan}. Give each entry an owner, and the reason why the failure is
# accepted: --baseline refuses entries without owner or reason.
${baseline.map(entryYaml).join('') || '# Nothing fails.\n'}`

// JSON strings are valid in YAML.
const entryYaml = ({ check, owner, reason, expires }: Baseline[number]): string => `\
- check: ${check}
  owner: ${escapeJson(JSON.stringify(owner))}
  reason: ${escapeJson(JSON.stringify(reason))}
  expires: ${expires}
`

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
