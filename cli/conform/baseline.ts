import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  type Baseline,
  BaselineError,
  readBaseline,
  compareToBaseline,
  excuseKnownFailures,
  exitCodeWithBaseline,
  toBaseline,
  type BaselineComparison,
  type RunSelection,
} from '../../conformance/report/baseline.ts'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import type { Check } from '../../conformance/session/check.ts'
import { exitCode, isMostlyBlocked, type Report } from '../../conformance/report/report.ts'
import { escapeLine, escapeLines } from '../../contract/escape.ts'
import { baselineYaml, expiryDay } from '../baseline-file.ts'
import { UsageError } from '../command-line.ts'
import { readInput } from '../input-file.ts'
import { readDocument } from '../read-document.ts'
import { ensureWritable } from '../output-file.ts'

/** The result of a run after its baseline was applied. */
export type BaselineOutcome = {
  /** The report without known failures. */
  readonly shown: Report
  readonly comparison: BaselineComparison | undefined
  /** Why `--write-baseline` wrote no baseline; empty if it wrote one, or was not given. */
  readonly note: string
  readonly code: ReturnType<typeof exitCodeWithBaseline>
}

/**
 * Reads the baseline before the run. Returns a function that applies it to the report, and writes
 * the new baseline unless too few checks ran. Throws `UsageError` for problems in the baseline, or
 * for a new baseline that cannot be written or would overwrite owners and reasons.
 */
export async function prepareBaseline(
  {
    baseline: file,
    writeBaseline: to,
    owner,
    reason,
    ...selection
  }: Readonly<Record<'baseline' | 'writeBaseline' | 'owner' | 'reason', string | undefined>> &
    RunSelection,
  today: string,
) {
  if (to !== undefined) {
    if (existsSync(to) && (file === undefined || resolve(file) !== resolve(to)))
      throw new UsageError(
        `${to} exists: pass it as --baseline too, so that its owners and reasons are kept.`,
      )
    await ensureWritable(to)
  }
  const { checks, strict } = selection
  const baseline = file === undefined ? undefined : loadBaseline(file, checks)
  const apply = async (report: Report): Promise<BaselineOutcome> => {
    const code = exitCode(report, strict)
    const isHopeless = code === 130 || isMostlyBlocked(report) || report.traffic?.judged === 0
    const note =
      to !== undefined && isHopeless
        ? escapeLines([`${to} was not written, because too few checks ran. Repeat the run.`])
        : ''
    if (to !== undefined && !isHopeless) {
      const newFields = { owner: owner ?? '', reason: reason ?? '', expires: expiryDay(today) }
      const newBaseline = toBaseline(report, baseline ?? [], newFields, selection)
      await writeFile(to, toYaml(to, newBaseline, report))
    }
    if (baseline === undefined) return { shown: report, comparison: undefined, note, code }
    const comparison = compareToBaseline(report, baseline, today, selection)
    return {
      shown: excuseKnownFailures(report, comparison.known),
      comparison,
      note,
      code: exitCodeWithBaseline(report, comparison, strict),
    }
  }
  const validEntries = baseline?.filter(({ expires }) => expires >= today) ?? []
  /** Whether the baseline accepts a failure of this check today. */
  const isKnown = (id: string) => validEntries.some(({ check }) => check === id)
  return { apply, isKnown }
}

/** Reads a baseline in YAML or JSON; throws `UsageError` with the line of each problem. */
export function loadBaseline(
  file: string,
  checks: readonly Pick<Check, 'id'>[] = allChecks,
): Baseline {
  const ids = checks.map(({ id }) => id)
  return readDocument(readInput('baseline', file), file, ({ value, where }) => {
    // A file that contains only comments has no known failures.
    if (value === null) return []
    try {
      return readBaseline(value, ids)
    } catch (error) {
      if (!(error instanceof BaselineError)) throw error
      throw new UsageError(
        ...error.problems.map(({ path, part, says }) => `${where(path, part)}: ${says}`),
      )
    }
  })
}

const toYaml = (file: string, baseline: Baseline, { target, plan }: Report): string =>
  baselineYaml('baseline', file, 'check', baseline, {
    about: `# Known failures of ${escapeLine(target)}, plan ${plan}. Give each entry an owner, and the reason why the failure is
# accepted: --baseline refuses entries without owner or reason.
`,
    empty: 'Nothing fails.',
  })
