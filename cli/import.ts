import { basename, dirname, join } from 'node:path'
import { isObject, type JsonObject } from '../contract/json.ts'
import { parseYaml, toYaml } from '../contract/authoring/yaml.ts'
import {
  type Imported,
  importRecordings,
  learnEarlierImport,
  mergeEntries,
  type Recording,
} from '../traffic/import/import.ts'
import type { Knowledge } from '../traffic/import/records/record-store.ts'
import { renderTerminal } from '../report/terminal.ts'
import { createReport, importDocument, type ImportReport } from '../traffic/import/report.ts'
import { UsageError } from './command-line.ts'
import { defineCommand } from './define-command.ts'
import { type EarlierFolder, type Marker, readEarlier, writeFolder } from './import/folder.ts'
import { createProgress, noProgress, type ProgressLine } from './progress.ts'
import { profileFlag, quietFlag } from './shared-flags.ts'
import { evaluateWithoutWorld } from '../mocks/platform/expressions.ts'
import { createPickCollector } from '../conformance/passive/pick-collector.ts'
import { jsonLine, jsonText } from './json-text.ts'
import { type BaseProfile, loadBaseProfiles } from '../traffic/import/profile/choose-base.ts'
import { loadPlacedProfile, shippedProfiles } from './world-data.ts'
import type { RecordedExchange } from '../contract/exchange.ts'
import { HarError } from '../traffic/har/read-har.ts'
import { readEntries } from './read-recording.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { documented, type Profile } from '../contract/picks.ts'
import type { ProfileSection } from '../contract/profile/read-entries.ts'
import {
  effectivePicks,
  entriesOverBase,
  type ProfileEntries,
} from '../contract/profile/over-base.ts'
import { ProfileError, readProfile, toProfileDocument } from '../contract/profile.ts'
import { knownProfiles } from '../contract/shipped-names.ts'
import { baseName } from './profile-text.ts'
import { schemaLine, type SchemaName } from './schema-line.ts'

/**
 * `agent-understudy import FILE.har … --out FOLDER`: makes a folder of recordings that
 * `serve --from FOLDER` plays. Resolves to the exit code 0.
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
      most: 100,
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
      if (problems.length <= mostProblems) progress.write(sentence)
    }
    const times = await Promise.all(files.map(firstTime))
    const sorted = files.toSorted(
      (a, b) => (times[files.indexOf(a)] ?? 0) - (times[files.indexOf(b)] ?? 0),
    )
    const until = Math.max(0, ...(earlier?.marker.recordings.map(({ to }) => Date.parse(to)) ?? []))
    // An older recording only adds what is missing in the folder.
    const isNewer = Math.max(...times) >= until
    const bases = await loadBases(given.profile ?? earlier?.marker.base)
    const learn = earlier && learnerOf(earlier)
    const imported = await importRecordings(
      sorted.map((file) => openToImport(file, onProblem, progress)),
      {
        bases,
        picks: createPickCollector(),
        evaluate: evaluateWithoutWorld,
        ...(learn && (isNewer ? { learnBefore: learn } : { learnAfter: learn })),
      },
    )
    refuseEmpty(imported)
    const base = bases.find(({ name }) => name === imported.profile.base.name)
    if (base === undefined)
      throw new TypeError(
        `The base of an import must be one of ${bases.map(({ name }) => name).join(', ')}, not \`${imported.profile.base.name}\`.`,
      )
    const { files: texts, report } = await filesOf(imported, earlier, {
      folder: out,
      base,
      problems,
      isNewer,
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

const mostProblems = 20

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
function learnerOf({ marker, texts }: EarlierFolder): ((known: Knowledge) => void) | undefined {
  const text = texts.get('fixture.yaml')
  const fixture = text === undefined ? undefined : parseYaml(text, 'fixture.yaml').value
  if (!isObject(fixture)) return undefined
  const { filled, deleted } = marker
  return (known) => learnEarlierImport(known, { fixture, filled, deleted })
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
    filled: records.filled.map(({ id }) => id),
    deleted: records.deleted,
  }
}

const toIsoTime = (at: number) => new Date(Number.isFinite(at) ? at : 0).toISOString()

/** The profiles that an import may begin with: the shipped ones, or the given one. */
export async function loadBases(given: string | undefined): Promise<readonly BaseProfile[]> {
  const shippedBases = await loadBaseProfiles(shippedProfiles)
  if (given === undefined) return shippedBases
  const namedBases = shippedBases.filter(({ name }) => name === given)
  return namedBases.length > 0 ? namedBases : [await loadBase(given)]
}

async function loadBase(path: string): Promise<BaseProfile> {
  const { profile } = await loadPlacedProfile(path)
  return { name: path, profile }
}

/** Receives a sentence about a part of a recording that can't be read. */
type OnProblem = (sentence: string) => void

/**
 * Opens a recording to import. Entries that can't be read are reported and left out. Reading throws
 * `UsageError` if the recording has no exchanges.
 */
const openToImport = (file: string, onProblem: OnProblem, progress: ProgressLine): Recording => ({
  name: file,
  exchanges: readValidEntries(file, onProblem, progress),
})

async function* readValidEntries(
  file: string,
  onProblem: OnProblem,
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

/** When the first exchange of a recording was sent, in milliseconds since 1970; 0 without one. */
async function firstTime(file: string): Promise<number> {
  for await (const { startedAt } of readValidEntries(file, () => {}, noProgress)) return startedAt
  return 0
}

const about = `Written by \`agent-understudy import\`: the data of a recording.
A later import into this folder refuses to change a file that you edited, unless you pass --overwrite.`

type ImportContext = {
  readonly folder: string
  /** The profile that the imported profile is based on. */
  readonly base: BaseProfile
  readonly problems: readonly string[]
  readonly isNewer: boolean
}

/** The files of a folder that `serve --from` plays, and the report of the import. */
async function filesOf(
  imported: Imported,
  earlier: EarlierFolder | undefined,
  purpose: ImportContext,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly report: ImportReport }> {
  const { folder, problems, isNewer } = purpose
  const report = createReport(imported, problems)
  const profile = await profileFiles(imported.profile, earlier, purpose)
  /** Creates the path and text of a file whose first line names the schema of the file. */
  const file: AddSchemaLine = (schema, path, text) => [
    path,
    schemaLine(schema, join(folder, path)) + text,
  ]
  const files = new Map([
    file('fixture', 'fixture.yaml', toYaml(imported.records.fixture, about)),
    ...scenarioFiles(imported.scenarios, earlier, isNewer, file),
    ...Object.entries(profile).map(([name, document]) =>
      file('profile', `profile/${name}`, toYaml(document)),
    ),
    ['import-report.json', jsonText(report)],
    ['import-report.txt', renderTerminal(importDocument(report, Infinity))],
  ])
  return { files, report }
}

type AddSchemaLine = (schema: SchemaName, path: string, text: string) => readonly [string, string]

/** A file for each script. If scripts match the same turn, the newer recording's script wins. */
function scenarioFiles(
  scenarios: readonly Scenario[],
  earlier: EarlierFolder | undefined,
  isNewer: boolean,
  file: AddSchemaLine,
): readonly (readonly [path: string, text: string])[] {
  const earlierScripts = documentsIn(earlier, 'scenarios').map(({ path, text, document }) => {
    return { path, text, name: document['name'], match: JSON.stringify(document['match']) }
  })
  const knownMatches = new Set(earlierScripts.map(({ match }) => match))
  const addedMatches = new Set(scenarios.map(({ match }) => JSON.stringify(match)))
  const keptScripts = earlierScripts.filter(({ match }) => !isNewer || !addedMatches.has(match))
  const takenNames = new Set(
    keptScripts.flatMap(({ path, name }) => [basename(path, '.yaml'), name]),
  )
  const freeName = (base: string) => {
    let name = base
    for (let more = 2; takenNames.has(name); more++) name = `${base}-${more}`
    takenNames.add(name)
    return name
  }
  return [
    ...keptScripts.map(({ path, text }) => [path, text] as const),
    ...scenarios
      .filter(({ match }) => isNewer || !knownMatches.has(JSON.stringify(match)))
      .map((script) => ({ ...script, name: freeName(script.name) }))
      .map((script) => file('scenario', `scenarios/${script.name}.yaml`, toYaml(script))),
  ]
}

/** The parsed YAML files of one subfolder of an earlier import. */
const documentsIn = (earlier: EarlierFolder | undefined, folder: string) =>
  [...(earlier?.texts ?? [])].flatMap(([path, text]) => {
    if (dirname(path) !== folder || !path.endsWith('.yaml')) return []
    const document = parseYaml(text, path).value
    return isObject(document) ? [{ path, text, document }] : []
  })

const size = (value: unknown) => JSON.stringify(value).length

const emptyProfileEntries: ProfileEntries = { picks: {}, answers: {}, operations: {} }

/** The files of the profile: the name of its base, and the entries that differ from the base. */
async function profileFiles(
  { document: whole, deleted }: Imported['profile'],
  earlier: EarlierFolder | undefined,
  { folder, base, isNewer }: ImportContext,
): Promise<Readonly<Record<string, JsonObject>>> {
  const place = join(folder, 'profile')
  // Uses the base only if the profile is then shorter: a very different base needs many removals.
  const hasBase =
    base.name !== documented.name && size(entriesOverBase(whole, base.profile)) < size(whole)
  const target = hasBase
    ? { name: baseName(base.name, place), profile: base.profile }
    : { name: undefined, profile: documented }
  const newer = hasBase
    ? entriesOverBase(whole, target.profile)
    : { ...emptyProfileEntries, ...whole }
  const oldEntries = await earlierEntries(earlier, place, target)
  const { picks, answers, operations } = isNewer
    ? mergeEntries(oldEntries, newer, deleted)
    : mergeEntries(newer, oldEntries)
  const knownFamilies = base.profile.operations ?? {}
  const part = (isKnown: boolean) =>
    Object.fromEntries(
      Object.entries(operations).filter(([name]) => Object.hasOwn(knownFamilies, name) === isKnown),
    )
  const parts = {
    'answers.yaml': { answers },
    'operations.yaml': { operations: part(true) },
    'operations-recorded.yaml': { operations: part(false) },
  }
  const filledParts = Object.entries(parts).filter(([, sections]) =>
    Object.values(sections).some((entries) => Object.keys(entries).length > 0),
  )
  return {
    'picks.yaml': {
      name: whole.name,
      ...(target.name !== undefined && { base: target.name }),
      picks: effectivePicks({ picks, answers }, target.profile),
    },
    ...Object.fromEntries(filledParts),
  }
}

/** The entries of an earlier import's profile that differ from a base. Throws `UsageError`. */
async function earlierEntries(
  earlier: EarlierFolder | undefined,
  place: string,
  newBase: { readonly name: string | undefined; readonly profile: Profile },
): Promise<ProfileEntries> {
  const documents = documentsIn(earlier, 'profile').map(({ document }) => document)
  const section = (name: ProfileSection): JsonObject =>
    Object.assign({}, ...documents.map((document) => document[name] ?? {})) as JsonObject
  const entries = {
    picks: section('picks'),
    answers: section('answers'),
    operations: section('operations'),
  }
  const base = documents.map((document) => document['base']).find((name) => name !== undefined)
  if (base === newBase.name) return entries
  try {
    const old = typeof base === 'string' ? await loadNamedBase(base, place) : undefined
    const whole = toProfileDocument(readProfile({ ...entries, ...(old && { base }) }, '', old))
    const overBase = entriesOverBase(whole, newBase.profile)
    // Omits removals of entries of the new base that the earlier import did not know.
    const part = (name: ProfileSection) =>
      Object.fromEntries(
        Object.entries(overBase[name]).filter(([entry]) => Object.hasOwn(whole[name] ?? {}, entry)),
      )
    return { picks: part('picks'), answers: part('answers'), operations: part('operations') }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`${place}: ${error.path.join('.')}: ${error.message}`)
  }
}

const loadNamedBase = async (name: string, place: string): Promise<Profile> =>
  (await loadPlacedProfile(knownProfiles.includes(name) ? name : join(place, name))).profile
