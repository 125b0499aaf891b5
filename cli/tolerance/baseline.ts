import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import {
  type KnownBehaviour,
  nameOf,
  type ToleranceReport,
} from '../../contract/tolerance-report.ts'
import { baselineYaml, expiryDay } from '../baseline-file.ts'
import { UsageError } from '../command-line.ts'
import { readInput } from '../input-file.ts'
import { readDocument } from '../read-document.ts'
import { ensureWritable } from '../output-file.ts'

const text = z.string().check(z.regex(/\S/))
const entrySchema = z.strictObject({
  behaviour: text,
  owner: text,
  reason: text,
  expires: z.iso.date(),
})
const fileSchema = z.array(entrySchema)

/** The JSON Schema of baseline files. */
export const toleranceBaselineSchema = (): z.core.JSONSchema.JSONSchema => ({
  title: 'A baseline of `tolerance`: behaviours that the tests do not tolerate yet',
  ...z.toJSONSchema(z.nullable(fileSchema)),
})

const form = `A baseline is a list of entries with \`behaviour\`, \`owner\`, \`reason\` and \`expires\` (a day such as 2026-12-31); none of them is empty`

/**
 * Reads a baseline file before the session. Returns the function that applies it to the report:
 * accepted findings no longer count, and entries that are stale or expired change the exit code to
 * 2. Throws `UsageError` for a file that is wrong, has unknown ids, or cannot be written.
 */
export async function prepareBaseline(
  file: string | undefined,
  isUpdate: boolean,
  ids: readonly string[],
  today: string,
): Promise<(report: ToleranceReport) => Promise<ToleranceReport>> {
  if (file === undefined) return async (report) => report
  if (isUpdate) await ensureWritable(file)
  const entries = load(file, ids, isUpdate)
  return async (report) => {
    // A stopped session can't show what is tolerated.
    if (isUpdate && report.stopped === null)
      await writeFile(file, update(file, report, entries, today))
    return applyBaseline(report, entries, today)
  }
}

/** Compares a report to the entries of a baseline; `today` is a day such as `2026-11-23`. */
function applyBaseline(
  report: ToleranceReport,
  entries: readonly KnownBehaviour[],
  today: string,
): ToleranceReport {
  const findings = report.findings.map((finding) => ({
    ...finding,
    known: entries.find(({ behaviour }) => behaviour === nameOf(finding)) ?? null,
  }))
  const stale = entries.filter(({ behaviour }) => isTolerated(report, behaviour))
  const expired = entries.filter(
    (entry) => entry.expires < today && findings.some(({ known }) => known === entry),
  )
  const isNew = findings.some(({ known }) => known === null)
  const isOver = stale.length + expired.length > 0
  const code = isNew || report.exit !== 1 ? report.exit : (report.stopped?.code ?? 0)
  const exit = code === 0 && isOver ? 2 : code
  return { ...report, findings, exit, baseline: { stale, expired } }
}

/** Whether the tests passed with a set of behaviours. `name` is their ids, joined by ` with `. */
function isTolerated({ behaviours, findings, runs }: ToleranceReport, name: string): boolean {
  const ids = name.split(' with ')
  if (findings.some((finding) => nameOf(finding) === name)) return false
  const isReached = ids.every(
    (id) => behaviours.find((one) => one.id === id)?.verdict === 'tolerated',
  )
  const isPlayed = runs.some(
    (run) => run.failed === 0 && run.exit === 0 && ids.every((id) => run.behaviours.includes(id)),
  )
  return isReached && (ids.length === 1 || isPlayed)
}

function load(file: string, ids: readonly string[], isUpdate: boolean): readonly KnownBehaviour[] {
  const isNew = isUpdate && !existsSync(file)
  const content = isNew ? '' : readInput('baseline', file, ' Create it with --update-baseline.')
  return readDocument(content, file, ({ value, where }) => {
    const read = fileSchema.safeParse(value ?? [])
    if (!read.success) throw new UsageError(`${where(read.error.issues[0]?.path ?? [])}: ${form}.`)
    return read.data.map((entry, index) => {
      const names = entry.behaviour.split(' with ')
      const unknownId = names.find((id) => !ids.includes(id))
      if (unknownId !== undefined)
        throw new UsageError(
          `${where([index, 'behaviour'])}: no behaviour that differs from the profile is called \`${unknownId}\`. Remove the entry, or correct its id.`,
        )
      return { ...entry, behaviour: names.toSorted().join(' with ') }
    })
  })
}

/**
 * Formats the new baseline: an entry for each finding, and all old entries not seen as tolerated.
 */
function update(
  file: string,
  report: ToleranceReport,
  entries: readonly KnownBehaviour[],
  today: string,
): string {
  const keptEntries = entries.filter(({ behaviour }) => !isTolerated(report, behaviour))
  const addedEntries = report.findings
    .map(nameOf)
    .filter((behaviour) => !keptEntries.some((entry) => entry.behaviour === behaviour))
    .map((behaviour) => ({ behaviour, owner: '', reason: '', expires: expiryDay(today) }))
  const all = [...keptEntries, ...addedEntries]
  return baselineYaml('tolerance-baseline', file, 'behaviour', all, {
    about: `# Allowed behaviours of the platform that the tests do not tolerate yet. Give each entry an owner, and the
# reason why it is accepted: --baseline refuses entries without owner or reason.
`,
    empty: 'All are tolerated.',
  })
}
