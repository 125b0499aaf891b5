import { isObject } from '../contract/json.ts'
import { parseYaml } from '../authoring/yaml.ts'
import { type Imported, importRecordings } from '../traffic/import/import.ts'
import { learnEarlier } from '../traffic/import/earlier-import.ts'
import type { Knowledge } from '../traffic/import/records/record-store.ts'
import { renderTerminal } from '../report/terminal.ts'
import { importDocument } from '../traffic/import/report.ts'
import { UsageError } from './command-line.ts'
import { defineCommand } from './define-command.ts'
import { loadBases } from './import/bases.ts'
import { filesOf } from './import/files.ts'
import { type EarlierFolder, type Marker, readEarlier, writeFolder } from './import/folder.ts'
import { firstTime, openToImport } from './import/open-recording.ts'
import { createProgress } from './progress.ts'
import { profileFlag, quietFlag } from './shared-flags.ts'
import { createPickCollector } from '../conformance/passive/pick-collector.ts'
import { jsonLine } from './json-text.ts'

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
    // An older recording only adds what the folder lacks.
    const isNewer = Math.max(...times) >= until
    const bases = await loadBases(given.profile ?? earlier?.marker.base)
    const learn = earlier && learnerOf(earlier)
    const imported = await importRecordings(
      sorted.map((file) => openToImport(file, onProblem, progress)),
      {
        bases,
        picks: createPickCollector(),
        ...(learn && (isNewer ? { before: learn } : { after: learn })),
      },
    )
    refuseEmpty(imported)
    const base = bases.find(({ name }) => name === imported.profile.base.name)
    if (base === undefined) throw new TypeError('An import begins with one of its bases.')
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
        : `${renderTerminal(importDocument(report))}\nWrote ${out}. Serve it: agent-understudy serve --from ${out}\n`,
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
    `Nothing was imported, because none of the ${entries.length} entries can be used. Record calls of the platform, with their bodies.`,
    ...reasons.slice(0, 5).map(([reason, own]) => `  ${reason} (${own.length})`),
  )
}

/** Adds the records of an earlier folder to what is known. */
function learnerOf({ marker, texts }: EarlierFolder): ((known: Knowledge) => void) | undefined {
  const text = texts.get('fixture.yaml')
  const fixture = text === undefined ? undefined : parseYaml(text, 'fixture.yaml').value
  if (!isObject(fixture)) return undefined
  const { filled, deleted } = marker
  return (known) => learnEarlier(known, { fixture, filled, deleted })
}

function markerOf(
  { records, profile, entries, recorded }: Imported,
  earlier: EarlierFolder | undefined,
): Omit<Marker, 'files'> {
  const times = { from: time(recorded.from), to: time(recorded.to) }
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

const time = (at: number) => new Date(Number.isFinite(at) ? at : 0).toISOString()
