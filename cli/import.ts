import { join } from 'node:path'
import { mapFields, objectIn } from '../contract/json.ts'
import { parseYaml, toYaml } from '../contract/authoring/yaml.ts'
import { type Imported, importRecordings } from '../traffic/import/import.ts'
import { type Knowledge, recordKey } from '../traffic/import/records/record-store.ts'
import { renderTerminal } from '../report/terminal.ts'
import { createReport, importDocument, type ImportReport } from '../traffic/import/report.ts'
import { UsageError } from './command-line.ts'
import { defineCommand } from './define-command.ts'
import {
  type EarlierFolder,
  learnEarlierImport,
  type Marker,
  readEarlier,
  resolveFixture,
  writeFolder,
} from './import/folder.ts'
import {
  type AddSchemaLine,
  earlierSection,
  type ProfileContext,
  profileFiles,
  scenarioFiles,
} from './import/folder-files.ts'
import { createProgress, noProgress, type ProgressLine } from './progress.ts'
import { profileFlag, quietFlag } from './shared-flags.ts'
import { rehearse, RehearsedExchanges } from './import/rehearse.ts'
import { createPickCollector } from '../conformance/passive/pick-collector.ts'
import { jsonLine, jsonText } from './json-text.ts'
import { type BaseProfile, loadBaseProfiles } from '../traffic/import/profile/choose-base.ts'
import { loadPlacedProfile, shippedProfiles } from './world-data.ts'
import type { RecordedExchange } from '../contract/exchange.ts'
import { HarError } from '../traffic/har/read-har.ts'
import { readEntries } from './read-recording.ts'
import { schemaLine } from './schema-line.ts'

/**
 * `agent-understudy import FILE.har … --out FOLDER`: turns recordings into a folder that `serve
 * --from FOLDER` plays. Resolves to the exit code 0.
 */
export const importFiles = defineCommand(
  {
    usage: 'import FILE.har … --out FOLDER [flags]',
    about: `Makes data, scripts and a profile of recordings (HAR 1.2, also .har.gz, .part and the .zip of
Playwright): \`agent-understudy serve --from FOLDER\` plays them. Passwords and keys get new values.`,
    flags: {
      out: {
        value: 'FOLDER',
        required: 'the folder to write, as in `import FILE.har --out FOLDER`',
        help: 'where to write; a folder of an earlier import gets both',
      },
      profile: {
        ...profileFlag,
        help: 'the profile to begin with (default: the shipped one that explains most entries)',
      },
      overwrite: { help: 'also replaces files of the folder that you edited' },
      json: { help: 'prints the report as JSON' },
      ...quietFlag,
    },
    words: {
      max: 100,
      missing: 'import takes recordings and a folder: import FILE.har --out FOLDER.',
    },
    notes: 'Exit codes: 0, 3 wrong command line or file.',
  },
  async ({ words: files, out, ...given }, io) => {
    const earlier = await readEarlier(out)
    if (earlier !== undefined && earlier.changed.length > 0 && !given.overwrite)
      throw new UsageError(
        `${out} has files that you edited since the last import: ${earlier.changed.join(', ')}. Import into another folder, or add --overwrite: records that you edited stay unless the recording is newer, and the other files are replaced.`,
      )
    const problems: string[] = []
    const progress = createProgress(io.stderr, given.quiet)
    const onProblem = (sentence: string) => {
      problems.push(sentence)
      if (problems.length <= maxProblems) progress.write(sentence)
    }
    const times = await Promise.all(files.map(firstTime))
    const sorted = files.toSorted(
      (a, b) => (times[files.indexOf(a)] ?? 0) - (times[files.indexOf(b)] ?? 0),
    )
    const until = Math.max(0, ...(earlier?.marker.recordings.map(({ to }) => Date.parse(to)) ?? []))
    const bases = await loadBases(given.profile ?? earlier?.marker.base)
    const exchanges = new RehearsedExchanges()
    const collected = await importRecordings(
      sorted.map((name) => ({
        name,
        exchanges: readValidEntries(name, onProblem, progress),
      })),
      {
        bases,
        picks: createPickCollector(),
        onRead: exchanges.add,
        ...(earlier && {
          earlier: {
            until,
            learn: learnerOf(earlier, out),
            operations: earlierSection(earlier, 'operations'),
          },
        }),
      },
    )
    refuseEmpty(collected)
    const imported = await rehearse(collected, exchanges.list, () =>
      progress.show({ text: 'comparing the import with the recording' }),
    )
    progress.end()
    const base = bases.find(({ name }) => name === imported.profile.base.name)
    if (base === undefined)
      throw new TypeError(
        `The base of an import must be one of ${bases.map(({ name }) => name).join(', ')}, not \`${imported.profile.base.name}\`.`,
      )
    const { files: texts, report } = await filesOf(imported, earlier, {
      folder: out,
      base,
      problems,
      // An older recording only adds what is missing in the folder.
      isNewer: imported.recorded.to >= until,
    })
    await writeFolder(out, texts, markerOf(imported, earlier), earlier)
    io.stdout.write(
      given.json
        ? jsonLine(report)
        : `${renderTerminal(importDocument(report))}\nWrote ${out}. Serve it: npx agent-understudy serve --from ${out}\n`,
    )
    return 0
  },
)

const maxProblems = 20

function refuseEmpty({ entries }: Imported): void {
  if (entries.some(({ uses }) => uses.length > 0)) return
  const reasons = [...Map.groupBy(entries, ({ reason = '' }) => reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  throw new UsageError(
    `Nothing was imported, because no entry can be used. Record calls of the platform, with their bodies.`,
    ...reasons.slice(0, 5).map(([reason, own]) => `  ${reason} (${own.length})`),
  )
}

/** Creates a function that adds the records of an earlier import to the known records. */
function learnerOf(
  { marker, texts, changed }: EarlierFolder,
  folder: string,
): (known: Knowledge) => void {
  const text = texts.get('fixture.yaml')
  const fixture = text === undefined ? undefined : parseYaml(text, 'fixture.yaml').value
  const given = objectIn(fixture)
  const resolved = changed.includes('fixture.yaml')
    ? resolveFixture(given, join(folder, 'fixture.yaml'))
    : given
  return (known) => learnEarlierImport(known, resolved, marker)
}

function markerOf(
  { records, profile, entries, recorded }: Imported,
  earlier: EarlierFolder | undefined,
): Omit<Marker, 'files'> {
  const times = { from: toIsoTime(recorded.from), to: toIsoTime(recorded.to) }
  const counts = Map.groupBy(entries, ({ recording }) => recording)
  return {
    understudy: 'import',
    version: 1,
    recordings: [
      ...(earlier?.marker.recordings ?? []),
      ...[...counts].map(([name, own]) => ({ name, entries: own.length, ...times })),
    ],
    base: profile.base.name,
    filled: records.filled.map(({ kind, id }) => recordKey(kind, id)),
    deleted: records.deleted,
    deleted_seeds: mergeListsByName(earlier?.marker.deleted_seeds ?? {}, profile.deleted),
    recorded: mergeListsByName(earlier?.marker.recorded ?? {}, profile.recorded),
  }
}

type Lists = Readonly<Record<string, readonly string[]>>

/** Joins the lists that have the same name in both objects, without duplicates. */
const mergeListsByName = (a: Lists, b: Lists): Lists =>
  mapFields({ ...a, ...b }, (_, name) => [...new Set([...(a[name] ?? []), ...(b[name] ?? [])])])

const toIsoTime = (at: number) => new Date(Number.isFinite(at) ? at : 0).toISOString()

/** The profiles that an import may begin with: the shipped ones, or the given one. */
export async function loadBases(given: string | undefined): Promise<readonly BaseProfile[]> {
  const shippedBases = await loadBaseProfiles(shippedProfiles)
  if (given === undefined) return shippedBases
  const namedBases = shippedBases.filter(({ name }) => name === given)
  if (namedBases.length > 0) return namedBases
  return [{ name: given, profile: (await loadPlacedProfile(given)).profile }]
}

/**
 * Reads a recording to import. Entries that can't be read are reported and left out. Throws
 * `UsageError` if the recording has no exchanges.
 */
async function* readValidEntries(
  file: string,
  onProblem: (sentence: string) => void,
  progress: ProgressLine,
): AsyncGenerator<RecordedExchange> {
  let count = 0
  const onWrongEntry = (error: HarError) => onProblem(`${file}: ${error.message} It was left out.`)
  try {
    for await (const exchange of readEntries(file, progress, { onWrongEntry })) {
      count++
      yield exchange
    }
  } catch (error) {
    if (!(error instanceof HarError)) throw error
    if (count === 0) throw new UsageError(`${file}: ${error.message}`)
    onProblem(`${file}: ${error.message} The ${count} entries before it are imported.`)
  }
}

/** The time of a recording's first exchange, in milliseconds since 1970; 0 without exchanges. */
async function firstTime(file: string): Promise<number> {
  for await (const { startedAt } of readValidEntries(file, () => {}, noProgress)) return startedAt
  return 0
}

const about = `Written by \`agent-understudy import\`: the data of a recording.
A later import into this folder refuses to change a file that you edited, unless you pass --overwrite.`

/** Creates the files of the folder that `serve --from` plays, and the report of the import. */
async function filesOf(
  imported: Imported,
  earlier: EarlierFolder | undefined,
  purpose: ProfileContext & { readonly problems: readonly string[] },
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly report: ImportReport }> {
  const { folder, problems, isNewer } = purpose
  const profile = await profileFiles(imported.profile, earlier, purpose)
  const report = createReport(imported, [...problems, ...profile.notes])
  const file: AddSchemaLine = (schema, path, text) => [
    path,
    schemaLine(schema, join(folder, path)) + text,
  ]
  const files = new Map([
    file('fixture', 'fixture.yaml', toYaml(imported.records.fixture, about)),
    ...scenarioFiles(imported.scenarios, earlier, isNewer, file),
    ...Object.entries(profile.files).map(([name, document]) =>
      file('profile', `profile/${name}`, toYaml(document)),
    ),
    ['import-report.json', jsonText(report)],
    ['import-report.txt', renderTerminal(importDocument(report, Infinity))],
  ])
  return { files, report }
}
