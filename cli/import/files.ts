import { join } from 'node:path'
import { toYaml, parseYaml } from '../../authoring/yaml.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { documented, type Profile } from '../../contract/picks.ts'
import type { ProfileSection } from '../../contract/profile/read-entries.ts'
import {
  effectivePicks,
  entriesOverBase,
  type ProfileEntries,
} from '../../contract/profile/over-base.ts'
import {
  type ProfileDocument,
  ProfileError,
  readProfile,
  toProfileDocument,
} from '../../contract/profile.ts'
import { knownProfiles } from '../../contract/shipped-names.ts'
import type { Imported } from '../../traffic/import/import.ts'
import { mergeEntries } from '../../traffic/import/earlier-import.ts'
import type { BaseProfile } from '../../traffic/import/profile/choose-base.ts'
import { createReport, importDocument, type ImportReport } from '../../traffic/import/report.ts'
import { renderTerminal } from '../../report/terminal.ts'
import { UsageError } from '../command-line.ts'
import { baseName } from '../profile-text.ts'
import { type SchemaName, schemaLine } from '../schema-line.ts'
import { loadPlacedProfile } from '../world-data.ts'
import type { EarlierFolder } from './folder.ts'
import { jsonText } from '../json-text.ts'

const about = `Written by \`agent-understudy import\`: the data of a recording.
A later import into this folder refuses to change a file that you edited, unless you pass --overwrite.`

type Purpose = {
  /** The folder to write into. */
  readonly folder: string
  /** The profile that the import begins with. */
  readonly base: BaseProfile
  readonly problems: readonly string[]
  readonly isNewer: boolean
}

/** The files of a folder that `serve --from` plays, and the report of the import. */
export async function filesOf(
  imported: Imported,
  earlier: EarlierFolder | undefined,
  purpose: Purpose,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly report: ImportReport }> {
  const { folder, problems, isNewer } = purpose
  const report = createReport(imported, problems)
  const profile = await profileFiles(imported.profile.document, earlier, purpose)
  /** A file that names its schema. */
  const file: NamesSchema = (schema, path, text) => [
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
    ['import-report.txt', renderTerminal(importDocument(report))],
  ])
  return { files, report }
}

type NamesSchema = (schema: SchemaName, path: string, text: string) => readonly [string, string]

/** A file for each script. Of scripts for the same turn, that of the newer recording stays. */
function scenarioFiles(
  scenarios: readonly Scenario[],
  earlier: EarlierFolder | undefined,
  isNewer: boolean,
  file: NamesSchema,
): readonly (readonly [path: string, text: string])[] {
  const before = [...(earlier?.texts ?? [])].flatMap(([path, text]) => {
    const script = /^scenarios\/[^/]+\.yaml$/.test(path) ? parseYaml(text, path).value : undefined
    return isObject(script) ? [{ path, text, match: JSON.stringify(script['match']) }] : []
  })
  const paths = new Set<string>()
  const freePath = (name: string) => {
    let path = `scenarios/${name}.yaml`
    for (let more = 2; paths.has(path); more++) path = `scenarios/${name}-${more}.yaml`
    paths.add(path)
    return path
  }
  const known = new Set(before.map(({ match }) => match))
  const added = new Set(scenarios.map(({ match }) => JSON.stringify(match)))
  const kept = before.filter(({ match }) => !isNewer || !added.has(match))
  for (const { path } of kept) paths.add(path)
  return [
    ...kept.map(({ path, text }) => [path, text] as const),
    ...scenarios
      .filter(({ match }) => isNewer || !known.has(JSON.stringify(match)))
      .map((script) => file('scenario', freePath(script.name), toYaml(script))),
  ]
}

const size = (value: unknown) => JSON.stringify(value).length

const noEntries: ProfileEntries = { picks: {}, answers: {}, operations: {} }

/** The parts of the profile by their files: its base, and what differs from that. */
async function profileFiles(
  whole: ProfileDocument,
  earlier: EarlierFolder | undefined,
  { folder, base, isNewer }: Purpose,
): Promise<Readonly<Record<string, JsonObject>>> {
  const place = join(folder, 'profile')
  // A base of another deployment has little that stays: it would be a list of what is removed.
  const isOver =
    base.name !== documented.name && size(entriesOverBase(whole, base.profile)) < size(whole)
  const under = isOver
    ? { name: baseName(base.name, place), profile: base.profile }
    : { name: undefined, profile: documented }
  const own = isOver ? entriesOverBase(whole, under.profile) : { ...noEntries, ...whole }
  const before = await earlierEntries(earlier, place, under)
  const { picks, answers, operations } = isNewer
    ? mergeEntries(before, own)
    : mergeEntries(own, before)
  const known = base.profile.operations ?? {}
  const part = (isKnown: boolean) =>
    Object.fromEntries(
      Object.entries(operations).filter(([name]) => Object.hasOwn(known, name) === isKnown),
    )
  const parts = {
    'answers.yaml': { answers },
    'operations.yaml': { operations: part(true) },
    'operations-recorded.yaml': { operations: part(false) },
  }
  const filled = Object.entries(parts).filter(([, sections]) =>
    Object.values(sections).some((entries) => Object.keys(entries).length > 0),
  )
  return {
    'picks.yaml': {
      name: whole.name,
      ...(under.name !== undefined && { base: under.name }),
      picks: effectivePicks({ picks, answers }, under.profile),
    },
    ...Object.fromEntries(filled),
  }
}

/** What the profile in an earlier folder says over a base. Throws `UsageError` if it is wrong. */
async function earlierEntries(
  earlier: EarlierFolder | undefined,
  place: string,
  under: { readonly name: string | undefined; readonly profile: Profile },
): Promise<ProfileEntries> {
  const documents = [...(earlier?.texts ?? [])].flatMap(([path, text]) => {
    const document = /^profile\/[^/]+\.yaml$/.test(path) ? parseYaml(text, path).value : undefined
    return isObject(document) ? [document] : []
  })
  const section = (name: ProfileSection): JsonObject =>
    Object.assign({}, ...documents.map((document) => document[name] ?? {})) as JsonObject
  const entries = {
    picks: section('picks'),
    answers: section('answers'),
    operations: section('operations'),
  }
  const base = documents.map((document) => document['base']).find((name) => name !== undefined)
  if (base === under.name) return entries
  try {
    const named = typeof base === 'string' ? await loadNamedBase(base, place) : undefined
    const whole = toProfileDocument(readProfile({ ...entries, ...(named && { base }) }, '', named))
    const over = entriesOverBase(whole, under.profile)
    // What this base has and the other one lacks is not for an earlier import to say.
    const own = (name: ProfileSection) =>
      Object.fromEntries(
        Object.entries(over[name]).filter(([entry]) => Object.hasOwn(whole[name] ?? {}, entry)),
      )
    return { picks: own('picks'), answers: own('answers'), operations: own('operations') }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`${place}: ${error.path.join('.')}: ${error.message}`)
  }
}

const loadNamedBase = async (name: string, place: string): Promise<Profile> =>
  (await loadPlacedProfile(knownProfiles.includes(name) ? name : join(place, name))).profile
