import type { RecordedEntries } from '../../traffic/import/profile/choose-base.ts'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseYaml } from '../../contract/authoring/yaml.ts'
import { isObject, parseJson, type JsonObject, objectIn, objectsIn } from '../../contract/json.ts'
import { UsageError } from '../command-line.ts'
import { filesInOutput } from '../output-file.ts'
import { references } from '../../contract/kinds.ts'
import { FixtureError, readFixture } from '../../mocks/read-fixture.ts'
import { isIdLike } from '../../traffic/replay/id-map.ts'
import { toMemberRole } from '../../traffic/import/records/further-parts.ts'
import { idOf, importedKinds } from '../../traffic/import/records/kinds.ts'
import { type Knowledge, recordKey } from '../../traffic/import/records/record-store.ts'

/** The file that marks a folder as written by an import. */
const markerName = 'import.json'

/** The report files. Each import overwrites these files. */
const reports = ['import-report.json', 'import-report.txt']

/** The content of the marker file: facts about the import that wrote the folder. */
export type Marker = {
  readonly understudy: 'import'
  readonly version: 1
  readonly recordings: readonly {
    readonly name: string
    readonly entries: number
    readonly from: string
    readonly to: string
  }[]
  /** The name of the profile that the imported profile is based on. */
  readonly base: string
  /**
   * The kinds and ids of records with invented values, such as `agents 7`. Older versions: only
   * ids.
   */
  readonly filled: readonly string[]
  /** The kinds and ids of records that recorded requests deleted. */
  readonly deleted: readonly string[]
  /** The ids of deleted records of the profile's own families, by kind. Older versions omit them. */
  readonly deleted_seeds?: Readonly<Record<string, readonly string[]>>
  /** The profile entries that the recordings show. An older recording must not change them. */
  readonly recorded?: RecordedEntries
  /** The SHA-256 of each file when the import wrote the file. */
  readonly files: Readonly<Record<string, string>>
}

/** A folder that an import wrote. */
export type EarlierFolder = {
  readonly marker: Marker
  /** The texts of the imported files, by path. Files of the user are not included. */
  readonly texts: ReadonlyMap<string, string>
  /** The texts of the files that the user added to the scripts and the profile, by path. */
  readonly added: ReadonlyMap<string, string>
  /** The files that were changed after the import. */
  readonly changed: readonly string[]
}

/** Reads the folder of an earlier import; `undefined` if there is none. Throws `UsageError`. */
export async function readEarlier(folder: string): Promise<EarlierFolder | undefined> {
  await refuseFixedFolder(folder)
  if ((await filesInOutput(folder)).length === 0) return undefined
  const marker = parseJson(await readFile(join(folder, markerName), 'utf8').catch(() => ''))
  if (!isMarker(marker))
    throw new UsageError(
      `--out ${folder} has files that no import wrote: name a new folder, or an empty one.`,
    )
  const texts = new Map<string, string>()
  const changedFiles: string[] = []
  for (const [path, hash] of Object.entries(marker.files)) {
    const fileText = await readFile(join(folder, path), 'utf8').catch(() => undefined)
    if (fileText === undefined || hashOf(fileText) !== hash) changedFiles.push(path)
    if (fileText !== undefined) texts.set(path, fileText)
  }
  return { marker, texts, added: await readAdded(folder, marker), changed: changedFiles }
}

/** Throws `UsageError` for a folder that must stay, because an import replaces the whole folder. */
async function refuseFixedFolder(folder: string): Promise<void> {
  const target = resolve(folder)
  const isLink = (await lstat(target).catch(() => undefined))?.isSymbolicLink() === true
  const below = isLink ? '' : relative(await realpath(target).catch(() => target), process.cwd())
  // On Windows, a relative path to another drive is absolute.
  if (below.startsWith('..') || isAbsolute(below)) return
  throw new UsageError(
    `--out ${folder} is ${isLink ? 'a link' : 'the working folder, or above it'}, and an import replaces its folder. Name a folder inside it.`,
  )
}

/** Reads the files that the user added to the scripts and the profile of an import. */
async function readAdded(folder: string, { files }: Marker): Promise<ReadonlyMap<string, string>> {
  const added = new Map<string, string>()
  for (const place of ['scenarios', 'profile'])
    for (const name of await readdir(join(folder, place)).catch(() => [])) {
      const path = `${place}/${name}`
      if (Object.hasOwn(files, path)) continue
      // A folder has no text, but its name is taken, too.
      added.set(path, await readFile(join(folder, path), 'utf8').catch(() => ''))
    }
  return added
}

const isMarker = (value: unknown): value is Marker =>
  isObject(value) &&
  value['understudy'] === 'import' &&
  value['version'] === 1 &&
  isObject(value['files']) &&
  Object.keys(value['files']).every((path) => !path.split('/').includes('..'))

/** The parsed YAML files of one subfolder of an earlier import. */
export const documentsIn = (earlier: EarlierFolder | undefined, folder: string) =>
  [...(earlier?.texts ?? [])].flatMap(([path, text]) => {
    if (dirname(path) !== folder || !path.endsWith('.yaml')) return []
    const document = parseYaml(text, path).value
    return isObject(document) ? [{ path, text, document }] : []
  })

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Writes a folder atomically: if the import fails, the earlier folder stays. Files that no import
 * wrote stay, too. Only the user may read the folder, because it has the data of a deployment.
 * Throws `UsageError`.
 */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  marker: Omit<Marker, 'files'>,
  earlier: EarlierFolder | undefined,
): Promise<void> {
  const taken = [...files.keys()].filter((path) => earlier?.added.has(path))
  if (taken.length > 0)
    throw new UsageError(
      `${folder} has files of yours with names that the import needs: ${taken.join(', ')}. Rename them, and import again.`,
    )
  const target = resolve(folder)
  const draft = `${target}.draft-${process.pid}`
  const old = `${target}.old-${process.pid}`
  const hashes = [...files]
    .filter(([path]) => !reports.includes(path))
    .map(([path, text]) => [path, hashOf(text)] as const)
  const allFiles = new Map([
    ...files,
    [markerName, `${JSON.stringify({ ...marker, files: Object.fromEntries(hashes) }, null, 2)}\n`],
  ])
  try {
    await mkdir(dirname(target), { recursive: true })
    await mkdir(draft, { mode: 0o700 })
    if (earlier !== undefined) await copyUserFiles(target, draft, earlier)
    for (const [path, text] of allFiles) {
      await mkdir(join(draft, dirname(path)), { recursive: true, mode: 0o700 })
      await writeFile(join(draft, path), text, { mode: 0o600 })
    }
    const hadFolder = existsSync(target)
    if (hadFolder) await rename(target, old)
    await rename(draft, target).catch(async (error: unknown) => {
      if (hadFolder) await rename(old, target)
      throw error
    })
    if (hadFolder) await rm(old, { recursive: true })
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw new UsageError(
      `--out ${folder} can't be written (${(error as NodeJS.ErrnoException).code ?? String(error)}). Name another folder.`,
    )
  }
}

/** Copies the files that the user added to a folder. */
async function copyUserFiles(from: string, to: string, { marker }: EarlierFolder): Promise<void> {
  const importedPaths = new Set([...Object.keys(marker.files), ...reports, markerName])
  await cp(from, to, {
    recursive: true,
    filter: (path) => !importedPaths.has(relative(from, path).replaceAll('\\', '/')),
  })
}

/**
 * Completes records that a user added to the fixture of an import: adds ids, and replaces names by
 * ids. Records with ids get no defaults, because an older recording may have the values. Throws
 * `UsageError`.
 */
export function resolveFixture(given: JsonObject, file: string): JsonObject {
  const complete = readComplete(given, file)
  const lists = Object.entries(complete).flatMap(([kind, records]) => {
    // The completed fixture also has records that nobody wrote, such as a first key.
    const isWritten = given[kind] !== undefined || isNested(kind)
    if (!Array.isArray(records) || kind === 'tools' || !isWritten) return []
    const known = new Map(objectsIn(given[kind]).map((record) => [record['id'], record]))
    const resolved = objectsIn(records).map((record) => {
      const written = known.get(record['id'])
      return written === undefined ? record : resolveRecord(written, record)
    })
    return [[kind, resolved]]
  })
  return { ...given, ...Object.fromEntries(lists) }
}

/** Whether records of this kind may be nested in a record of another kind. */
const isNested = (kind: string) => kind === 'documents' || kind === 'messages'

/** Returns a written record without defaults, and with ids instead of names. */
function resolveRecord(written: JsonObject, complete: JsonObject): JsonObject {
  const own = Object.entries(written).filter(([name]) => Object.hasOwn(complete, name))
  const referring = Object.entries(complete).filter(
    ([name, value]) => (Object.hasOwn(references, name) && value !== null) || name === 'members',
  )
  const actions = objectsIn(complete['actions'])
  const resolved = objectsIn(written['actions']).map((action, at) =>
    action['id'] === undefined ? actions[at] : action,
  )
  return {
    ...Object.fromEntries([...own, ...referring]),
    ...(resolved.length > 0 && { actions: resolved }),
    ...(written['chunks'] === undefined && { chunks: complete['chunks'] }),
  }
}

function readComplete(given: JsonObject, file: string): JsonObject {
  try {
    return readFixture(given)
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    throw new UsageError(`${file} can't be merged: ${error.message}`)
  }
}

/** Adds an earlier import. It overrides what is known, and later responses override it. */
export function learnEarlierImport(
  knowledge: Knowledge,
  fixture: JsonObject,
  { filled, deleted }: Pick<Marker, 'filled' | 'deleted'>,
): void {
  const { store, texts, nonRecordParts } = knowledge
  const filledKeys = new Set(filled.flatMap(toKeys))
  const deletedKeys = new Set(deleted.flatMap(toKeys))
  for (const { kind, id } of store.all())
    if (deletedKeys.has(recordKey(kind, id))) store.delete(kind, id)
  for (const key of deletedKeys) store.deleted.add(key)
  const kept = objectIn(fixture['kept_fields'])
  for (const kind of importedKinds)
    for (const raw of objectsIn(fixture[kind])) {
      const id = idOf(kind, raw)
      if (id === undefined || filledKeys.has(recordKey(kind, id))) continue
      const { password, members, actions, chunks, ...fields } = raw
      store.observe(kind, id, fields, { extraFields: objectIn(kept[id]) })
      if (typeof password === 'string') knowledge.passwords.set(id, password)
      for (const action of objectsIn(actions))
        store.observe('actions', String(action['id']), { ...action, connector_id: id })
      for (const { user_id: user, role, joined_at: joined } of objectsIn(members))
        nonRecordParts.addMember(id, {
          user_id: String(user),
          role: toMemberRole(role),
          ...(typeof joined === 'string' && { joined_at: joined }),
        })
      for (const [at, chunk] of objectsIn(chunks).entries())
        texts.add(id, { id: String(chunk['id']), content: String(chunk['content']) }, at)
    }
  for (const tool of objectsIn(fixture['tools']))
    nonRecordParts.tools.set(String(tool['name']), tool as never)
  Object.assign(nonRecordParts.settings, objectIn(fixture['settings']))
  const anchor = Date.parse(String(fixture['anchored_at']))
  if (Number.isFinite(anchor)) knowledge.latest = Math.max(knowledge.latest, anchor)
}

/** Returns the record keys of a marker entry: of all kinds for the bare id of an older version. */
function toKeys(entry: string): readonly string[] {
  if (entry.includes(' ')) return [entry]
  return isIdLike(entry) ? importedKinds.map((kind) => recordKey(kind, entry)) : []
}
