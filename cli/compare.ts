import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Cause } from '../conformance/report/causes.ts'
import { compareRuns, type Comparison } from '../conformance/report/compare.ts'
import { isMostlyBlocked } from '../conformance/report/report.ts'
import { reportSchema, type WrittenReport } from '../conformance/reporters/json.ts'
import { conform, type RunDependencies } from './conform.ts'
import { withConfig } from './config/with-config.ts'
import { reportFlags, runFlags, targetFlags, turnFlags } from './conform/flags.ts'
import { isHelp, type OutputIo, UsageError, writeLines } from './command-line.ts'
import type { Profile } from '../contract/picks.ts'
import { lifecycleChecks } from '../conformance/checks/lives.ts'
import { compareTwoProfiles, namesProfiles } from './compare/profiles.ts'
import { compareTwoRecordings, isRecording } from './compare/recordings.ts'
import type { Command } from './define-command.ts'
import { readFlags } from './flags.ts'
import { jsonText } from './json-text.ts'
import { renderTerminal } from '../report/terminal.ts'
import { parseJson } from '../contract/json.ts'
import { excerpt } from '../conformance/report/evidence.ts'
import { formatCount } from '../contract/format-count.ts'
import { heading, paragraph, type ReportDocument, terms } from '../report/document.ts'
import type { DeclaredOperation } from '../conformance/lives/families.ts'
import { type OperationId, operationIds, operations } from '../contract/operations.ts'
import type { Operation } from '../contract/operations/operation.ts'
import { extraFields } from '../contract/profile/answers.ts'
import { toJsonSchema } from '../contract/profile/shape-json-schema.ts'
import type { Family } from '../contract/profile/own-operations.ts'
import { objectSchema } from '../contract/profile/shape-schema.ts'
import type { JsonSchema } from '../contract/sample.ts'
import { ownOperations } from '../mocks/platform/custom/own-operations.ts'

/**
 * `agent-understudy compare A B`: checks two deployments, or reads stored reports, and prints the
 * differences. Resolves to 0 for no difference, 1 for differences, 4 for a deployment that could
 * not be checked, 130 when interrupted. Throws `UsageError` for a wrong command line.
 */
async function runCompare(
  argv: readonly string[],
  io: OutputIo,
  dependencies: RunDependencies = {},
): Promise<number> {
  const { configFlags, words } = splitConfigFlags(argv)
  if (words.some(isHelp)) {
    io.stdout.write(`${compareHelp}\n`)
    await compareTwoRecordings(['--help'], io)
    io.stdout.write('\n')
    return compareTwoProfiles(['--help'], io)
  }
  if (namesProfiles(words)) return compareTwoProfiles(words, io)
  const [first = '', second = '', ...flags] = words
  if ([first, second].some((side) => side === '' || side.startsWith('-')))
    throw new UsageError(
      'compare takes two names, then flags: compare A B [flags]. Both are recordings, or each is an address or a report.',
    )
  if (isRecording(first) !== isRecording(second))
    throw new UsageError(
      "compare can't mix a recording with an address or a report: pass two recordings, or none.",
    )
  if (isRecording(first)) return compareTwoRecordings([first, second, ...flags], io)
  const json = readFlags(flags, { flags: compareFlags })?.json === true
  const suiteFlags = flags.filter((flag) => flag !== '--json')
  // With `--json`, standard output gets only the JSON.
  const texts = json ? { ...io, stdout: io.stderr } : io
  if (isFile(first) && isFile(second) && suiteFlags.length > 0)
    throw new UsageError(
      `\`${suiteFlags[0]?.split('=')[0]}\` only applies to a deployment, but A and B are both stored reports: leave it out.`,
    )
  // Files are read first, so that an unreadable one is refused before a deployment is called.
  const stored = new Map<string, WrittenReport>()
  for (const side of [first, second]) if (isFile(side)) stored.set(side, await loadReport(side))
  for (const [side, run] of stored) if (isIncomplete(side, run, texts)) return 4
  const runs: WrittenReport[] = []
  for (const side of [first, second]) {
    const run =
      stored.get(side) ??
      (await runSuite(side, [...suiteFlags, ...configFlags], texts, dependencies))
    if (typeof run === 'number') return run
    runs.push(run)
  }
  const [a, b] = runs as [WrittenReport, WrittenReport]
  if (a.plan !== b.plan)
    throw new UsageError(
      `One run used plan ${a.plan}, the other ${b.plan}: compare runs of the same plan.`,
    )
  if (!isComparable(a, b)) {
    io.stderr.write(
      'Nothing was compared, because no check has a verdict in both runs: see why with conform.\n',
    )
    return 4
  }
  const comparison = compareRuns(a, b)
  io.stdout.write(
    json
      ? jsonText({ a: a.target, b: b.target, plan: a.plan, ...comparison })
      : renderTerminal(comparisonDocument(a.target, b.target, comparison)),
  )
  const { checks, shapes } = comparison
  return checks.length + shapes.length + comparison.lives.length > 0 ? 1 : 0
}

const decidedVerdicts: readonly string[] = ['pass', 'fail', 'warn', 'observed']

/** Whether at least one check was decided in both runs. */
function isComparable(a: WrittenReport, b: WrittenReport): boolean {
  const decidedIn = ({ results }: WrittenReport) =>
    new Set(results.flatMap(({ id, verdict }) => (decidedVerdicts.includes(verdict) ? [id] : [])))
  return !decidedIn(a).isDisjointFrom(decidedIn(b))
}

/** Exit codes of a test run without a comparable result: mostly blocked (4), interrupted (130). */
const exitCodesWithoutResult: readonly number[] = [4, 130]

const { 'base-url': _address, ...sideFlags } = targetFlags
const { 'dry-run': _dryRun, ...limitFlags } = runFlags
/** The flags of `conform` that apply to both sides of a comparison, without flags for results. */
const compareFlags = {
  ...sideFlags,
  ...limitFlags,
  ...turnFlags,
  only: reportFlags.only,
  profile: reportFlags.profile,
  strict: reportFlags.strict,
  json: { help: 'prints the differences as JSON' },
} as const

/** `agent-understudy compare`: compares deployments, reports, recordings, or profiles. */
export const compare: Command<OutputIo, RunDependencies> = Object.assign(runCompare, {
  grammar: {
    flags: {
      ...compareFlags,
      ...compareTwoRecordings.grammar.flags,
      ...compareTwoProfiles.grammar.flags,
    },
    readsConfigItself: true,
  },
} as const)

/** Separates the flags that choose the config file: only a side that is checked needs them. */
function splitConfigFlags(argv: readonly string[]) {
  const isConfigFlag = (word: string, index: number) =>
    /^--(?:config(?:=|$)|no-config$)/.test(word) || argv[index - 1] === '--config'
  return {
    configFlags: argv.filter(isConfigFlag),
    words: argv.filter((word, index) => !isConfigFlag(word, index)),
  }
}

const isUrl = (side: string): boolean => /^https?:\/\//.test(side)

/** Whether a side is a file: neither an address nor a possible target of the config file. */
const isFile = (side: string): boolean => !isUrl(side) && (/[./\\]/.test(side) || existsSync(side))

const extraChecks = (profile: Profile) => lifecycleChecks(declaredOperations(profile))

/** Runs the suite on a side. Resolves to its report, or its exit code if it could not check. */
async function runSuite(
  side: string,
  flags: readonly string[],
  io: OutputIo,
  dependencies: RunDependencies,
): Promise<WrittenReport | number> {
  const output: string[] = []
  const stdout = { write: (text: string) => output.push(text) }
  const address = isUrl(side) ? '--base-url' : '--target'
  // A side may be a target of the config file, which has its own credentials.
  const argv = await withConfig([address, side, ...flags, '--json'], async () => conform)
  const code = await conform(argv, { ...io, stdout }, { ...dependencies, extraChecks })
  if (!exitCodesWithoutResult.includes(code)) {
    const report = readReport(output.join(''), side)
    return isIncomplete(side, report, io) ? 4 : report
  }
  writeLines(
    io.stdout,
    `${side} was not checked. See why: agent-understudy conform ${address} ${side}`,
  )
  return code
}

/** Prints why and returns true if a run is incomplete: each missing check would be a difference. */
function isIncomplete(side: string, run: WrittenReport, io: OutputIo): boolean {
  const isUnchecked = run.summary.fail === 0 && isMostlyBlocked(run)
  const reason = run.interrupted
    ? 'the run was stopped'
    : run.outOfTime
      ? 'the run reached its time limit; see --max-time'
      : isUnchecked && 'the target did not respond, or most checks were blocked'
  if (reason) writeLines(io.stdout, `${side} was only partly checked, because ${reason}`)
  return Boolean(reason)
}

async function loadReport(file: string): Promise<WrittenReport> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(
      `${file} can't be read: pass an http address, or a report of agent-understudy conform.`,
    )
  })
  return readReport(text, file)
}

function readReport(text: string, from: string): WrittenReport {
  const read = reportSchema.safeParse(parseJson(text))
  if (read.success) return read.data
  throw new UsageError(
    `${from} is not a report: write one with agent-understudy conform --report json=FILE.`,
  )
}

const compareHelp = `Usage: agent-understudy compare A B [flags of conform]

Compares two runs: the verdict of each check, and the shape of the responses. Differences are
grouped by cause. What models, clocks and chance vary is left out: docs/conformance-reference.md lists it.
With --profile, a record of each family is also created, changed, refused and deleted on both sides,
and each step compared; the families of administrators only with --plan destructive. --json prints
the differences as JSON.

  A, B   the address of a deployment, or the name of a target in the config file, which is
         checked now, or a report that
         \`agent-understudy conform --report json=FILE\` wrote; a stored report beside an
         address shows what has changed since

Flags of conform apply to both, --max-time to each. Deployments with different users are targets of
the config file (docs/config.md), or run conform on each and compare the reports.

Exit codes: 0 no difference, 1 differences, 3 wrong command line, 4 not checked, 130 interrupted.
`

/** Creates the report of a comparison. It lists each cause once, with some examples. */
function comparisonDocument(
  a: string,
  b: string,
  { checks, shapes, lives: steps, causes, compared }: Comparison,
): ReportDocument {
  const walked =
    compared.lives === 0 ? '' : `, ${formatCount(compared.lives, 'family', 'families')} walked`
  const all = `${compared.checks} checks and ${compared.shapes} kinds of responses compared${walked}`
  const count = causes.checks.length + causes.shapes.length + causes.lives.length
  const isSame = checks.length + shapes.length + steps.length === 0
  const places = steps.length === 0 ? '' : ` and ${formatCount(steps.length, 'place')} in lives`
  const differenceText = `${checks.length} checks and ${shapes.length} shapes${places} differ, by ${formatCount(count, 'cause')}.`
  return {
    summary: [paragraph(`${isSame ? 'No difference.' : differenceText} ${all}.`)],
    body: [
      terms(['A', a], ['B', b]),
      heading('Checks'),
      paragraph(...causes.checks.flatMap(causeLines)),
      heading('Shapes'),
      paragraph(...causes.shapes.flatMap(causeLines)),
      heading('Lives of records'),
      paragraph(...causes.lives.flatMap(causeLines)),
    ],
  }
}

const maxNames = 5

function causeLines({ where, pointers, a, b }: Cause): readonly string[] {
  const place =
    pointers === undefined ? '' : `${listFirst(pointers.map((each) => each || '/'))} in `
  return [`${place}${listFirst(where)}`, `  A  ${excerpt(a, 200)}`, `  B  ${excerpt(b, 200)}`]
}

function listFirst(names: readonly string[]): string {
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : ''
  return names.slice(0, maxNames).join(', ') + more
}

/** A pattern matcher that accepts any text: bodies are only described here, and not validated. */
const acceptAnyText = () => true

/** The operations of a deployment with their bodies: first the contract's, then the profile's. */
export function declaredOperations(profile: Profile): readonly DeclaredOperation[] {
  const ownRows = ownOperations(profile.operations ?? {}, acceptAnyText)
  const all = [
    ...operationIds.map((id) =>
      declareOperation(operations[id], undefined, extraBody(profile, id)),
    ),
    ...ownRows.map(({ row, fileField, family }) => ({
      ...declareOperation(row, fileField),
      ...keyFieldOf(profile.operations?.[family]),
    })),
  ]
  // If operations have the same method and path, the last one wins, as in the fake.
  return [...new Map(all.map((one) => [`${one.method} ${one.path}`, one])).values()]
}

/** Returns the field of a family's records whose value is used in paths, if it is not `id`. */
function keyFieldOf(family: Family | undefined): Pick<DeclaredOperation, 'key'> {
  if (family?.kind !== 'collection' && family?.kind !== 'files') return {}
  const { id = '', shown } = family
  if (family.kind === 'collection' && family.key !== undefined) return { key: family.key }
  return shown !== undefined && !('id' in shown) && id in shown ? { key: id } : {}
}

function declareOperation(
  { method, path, body }: Operation,
  fileField: string | undefined,
  extra?: JsonSchema,
): DeclaredOperation {
  if (fileField !== undefined) return { method, path, body: 'form' }
  if (body === undefined)
    return extra === undefined ? { method, path } : { method, path, body: extra }
  const schema = objectSchemaIn(toJsonSchema(body, acceptAnyText))
  const properties = { ...schema.properties, ...extra?.properties }
  return { method, path, body: { ...schema, ...(extra && { properties }) } }
}

/** Returns the first alternative of a schema that has properties, or the schema itself. */
const objectSchemaIn = (schema: JsonSchema): JsonSchema =>
  schema.properties === undefined
    ? ([schema.anyOf, schema.oneOf, schema.allOf].flat().find((one) => one?.properties) ?? schema)
    : schema

/** Returns the body fields that a profile accepts in addition to those of the contract. */
function extraBody({ answers = {} }: Profile, id: OperationId): JsonSchema | undefined {
  const fields = extraFields(answers[id] ?? {}, 'body')
  return fields.size === 0
    ? undefined
    : toJsonSchema(objectSchema(fields, acceptAnyText), acceptAnyText)
}
