import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isObject } from '../json.ts'
import { nearestHint } from '../nearest.ts'
import { documented, type Profile } from '../picks.ts'
import { profileSections, withoutFields } from '../profile/read-entries.ts'
import { ProfileError, readProfile } from '../profile.ts'
import { AuthoringError } from './problem.ts'
import { parseYaml, type YamlDocument } from './yaml.ts'

/** A profile, and the position of each entry in the files of the profile or of its base. */
export type LoadedProfile = {
  readonly profile: Profile
  readonly where: YamlDocument['where']
  /** The absolute paths of the file or folder of the profile, and of each base profile. */
  readonly paths: readonly string[]
}

/** Functions that load the shipped profiles as plain data, by name. A `base` can name one. */
export type ShippedProfiles = Readonly<Record<string, () => unknown>>

/** An invalid profile file. Each line of the message has the position and the fix of a problem. */
export class ProfileFileError extends Error {
  override readonly name = 'ProfileFileError'
}

const profileExtension = /(\.profile)?\.(ya?ml|json)$/

/**
 * Reads a profile from YAML or JSON text. The text has no folder, so its base must be a shipped
 * profile. Throws `ProfileFileError` with the line of a problem.
 */
export async function readProfileText(
  text: string,
  file: string,
  shipped: ShippedProfiles,
): Promise<Profile> {
  const parts = parseProfileFiles([{ file, text }])
  return (await readParts(parts, profileNameOf(file), { shipped, trail: undefined })).profile
}

/**
 * Reads a profile from a file, or merges it from all YAML and JSON files of a folder. A `base` is a
 * shipped profile, or a path relative to the file that names the base. Throws `ProfileFileError`
 * with the line of a problem, or the error of the file system.
 */
export const loadProfilePath = (path: string, shipped: ShippedProfiles): Promise<LoadedProfile> =>
  loadWithin(path, { shipped, trail: [] })

/** The options for loading the base of a profile. */
type BaseOptions = {
  readonly shipped: ShippedProfiles
  /** The paths of the profiles being loaded, to find circular bases; `undefined` for a text. */
  readonly trail: readonly string[] | undefined
}

async function loadWithin(
  path: string,
  { shipped, trail = [] }: BaseOptions,
): Promise<LoadedProfile> {
  const parts = parseProfileFiles(await readProfileTexts(path))
  const own = resolve(path)
  return readParts(parts, profileNameOf(own), { shipped, trail: [...trail, own] })
}

/**
 * Reads a document (a profile or the shipped fixture) from a file, or merges it from all files of a
 * folder. Throws the same errors as `loadProfilePath`.
 */
export async function loadWholeDocument(path: string): Promise<unknown> {
  const parts = parseProfileFiles(await readProfileTexts(path))
  return mergeParts(parts, locatorOf(parts, path))
}

type FileText = { readonly file: string; readonly text: string }

async function readProfileTexts(path: string): Promise<FileText[]> {
  const files = (await stat(path)).isDirectory() ? await listProfileFiles(path) : [path]
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })))
}

/** A file of a profile. */
type ProfileFile = YamlDocument & { readonly file: string }

function parseProfileFiles(texts: readonly FileText[]): ProfileFile[] {
  try {
    return texts.map(({ file, text }) => ({ file, ...parseYaml(text, file) }))
  } catch (error) {
    if (error instanceof AuthoringError) throw new ProfileFileError(error.message)
    throw error
  }
}

async function listProfileFiles(folder: string): Promise<string[]> {
  const all = await readdir(folder)
  if (all.includes('fixture.yaml') && all.includes('profile'))
    throw new ProfileFileError(
      `The folder \`${folder}\` also has data and scripts. Give the folder of its profile: \`${join(folder, 'profile')}\`.`,
    )
  const names = all.filter((name) => profileExtension.test(name)).toSorted()
  if (names.length > 0) return names.map((name) => join(folder, name))
  throw new ProfileFileError(
    `The folder \`${folder}\` has no profile: put files with \`picks\`, \`answers\` or \`operations\` there, which end with .yaml, .yml or .json.`,
  )
}

const profileNameOf = (path: string) => basename(path).replace(profileExtension, '')

const locatorOf =
  (parts: readonly YamlDocument[], name: string): YamlDocument['where'] =>
  (path, part) =>
    fileWithEntry(parts, path)?.where(path, part) ?? name

async function readParts(
  parts: readonly ProfileFile[],
  name: string,
  bases: BaseOptions,
): Promise<LoadedProfile> {
  const own = locatorOf(parts, name)
  const document = mergeParts(parts, own)
  const base = isObject(document) ? await loadBase(document['base'], parts, bases) : undefined
  // The position of an inherited entry is in the file of the base.
  const where: YamlDocument['where'] = (path, part) =>
    base === undefined || hasEntry(parts, path) ? own(path, part) : base.where(path, part)
  const read = readWhole(document, (from) => readProfile(from, name, base?.profile))
  const paths = [...(bases.trail?.slice(-1) ?? []), ...(base?.paths ?? [])]
  if ('picks' in read) return { profile: read, where, paths }
  throw new ProfileFileError(
    read.map(({ path, part, message }) => `${where(path, part)}: ${message}`).join('\n'),
  )
}

const maxProblems = 50

/**
 * Reads a document, or returns the problem of each wrong entry. `read` stops at the first problem,
 * so the wrong entry is removed, and the rest is read again.
 */
function readWhole<Read>(
  document: unknown,
  read: (from: unknown) => Read,
): Read | readonly ProfileError[] {
  const problems: ProfileError[] = []
  const removed: string[] = []
  let rest = document
  while (removed.length < maxProblems) {
    try {
      const whole = read(rest)
      return problems.length === 0 ? whole : problems
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error
      const { message, path } = error
      // A problem that names a removed entry may exist only because that entry was removed.
      if (!removed.some((name) => message.includes(`\`${name}\``))) problems.push(error)
      const [section = '', entry] = path
      const entries = isObject(rest) ? rest[section] : undefined
      if (!isObject(rest) || entries === undefined) break
      removed.push(entry ?? section)
      rest =
        entry === undefined || !isObject(entries) || entries[entry] === undefined
          ? withoutFields(rest, [section])
          : { ...rest, [section]: withoutFields(entries, [entry]) }
    }
  }
  return problems
}

/** Loads a base that has a name or path. `readProfile` itself reads a base that is an object. */
async function loadBase(
  name: unknown,
  parts: readonly ProfileFile[],
  bases: BaseOptions,
): Promise<LoadedProfile | undefined> {
  if (typeof name !== 'string' || name === documented.name) return undefined
  const { shipped, trail } = bases
  const load = Object.hasOwn(shipped, name) ? shipped[name] : undefined
  if (load !== undefined)
    return { profile: readProfile(await load(), name), where: () => name, paths: [] }
  const owner = fileWithEntry(parts, ['base'])
  const fail = (says: string) => {
    throw new ProfileFileError(`${owner?.where(['base'])}: ${says}`)
  }
  const known = [documented.name, ...Object.keys(shipped)]
  const unknown = `There is no profile \`${name}\`.${nearestHint(name, known)} Allowed: ${known.map((one) => `\`${one}\``).join(', ')}`
  if (trail === undefined) return fail(unknown)
  const folder = dirname(resolve(owner?.file ?? ''))
  const path = resolve(folder, name)
  if (trail.includes(path)) {
    const circle = [...trail.slice(trail.indexOf(path)), path].map((one) => relative(folder, one))
    return fail(`The bases lead back to this profile: ${circle.join(' → ')}. Remove one \`base\`.`)
  }
  return loadWithin(path, bases).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error
    return fail(
      error.code === 'ENOENT'
        ? `${unknown}, or the path of a file or folder, from the folder of this file.`
        : `The base \`${name}\` can't be read: ${error.code}.`,
    )
  })
}

/** Whether one of the files has this entry; otherwise the entry comes from the base. */
const hasEntry = (parts: readonly ProfileFile[], path: readonly PropertyKey[]): boolean =>
  path.length < 2 || parts.some((part) => isEntryIn(part, path))

/** Merges the files of a profile. Throws `ProfileFileError` if two files have the same entry. */
function mergeParts(parts: readonly YamlDocument[], where: YamlDocument['where']): unknown {
  if (parts.length === 1) return parts[0]?.value
  const whole: Record<string, unknown> = {}
  for (const part of parts) {
    if (!isObject(part.value)) return throwReadError(part)
    for (const [key, value] of Object.entries(part.value)) {
      if (key === 'about' || key === '$schema') {
        whole[key] ??= value
        continue
      }
      if (!profileSections.some((section) => section === key)) {
        if (Object.hasOwn(whole, key)) throw duplicateEntryError(part, where, [key])
        whole[key] = value
        continue
      }
      if (!isObject(value)) return throwReadError(part)
      const before = (whole[key] ?? {}) as object
      const twice = Object.keys(value).find((entry) => Object.hasOwn(before, entry))
      if (twice !== undefined) throw duplicateEntryError(part, where, [key, twice])
      whole[key] = { ...before, ...value }
    }
  }
  return whole
}

const duplicateEntryError = (
  part: YamlDocument,
  where: YamlDocument['where'],
  path: readonly string[],
): ProfileFileError =>
  new ProfileFileError(
    `${part.where(path, 'key')}: \`${path.at(-1)}\` is also at ${where(path, 'key')}. Write it in one of the two files.`,
  )

/** Throws an error, because the file's content or one of its sections is not an object. */
function throwReadError(part: YamlDocument): never {
  try {
    readProfile(part.value, '', documented)
  } catch (error) {
    if (error instanceof ProfileError)
      throw new ProfileFileError(`${part.where(error.path, error.part)}: ${error.message}`)
    throw error
  }
  throw new ProfileFileError(`${part.where([])}: a profile must be an object with \`picks\`.`)
}

/** Returns the first file with the entry, or else the first file with the entry's section. */
function fileWithEntry<Document extends YamlDocument>(
  parts: readonly Document[],
  path: readonly PropertyKey[],
): Document | undefined {
  const withSection = parts.filter((part) => sectionIn(part, path) !== undefined)
  return withSection.find((part) => isEntryIn(part, path)) ?? withSection[0] ?? parts[0]
}

/** Returns the section of a file that the first step of a path names. */
const sectionIn = ({ value }: YamlDocument, [section]: readonly PropertyKey[]): unknown =>
  isObject(value) && section !== undefined ? value[String(section)] : undefined

function isEntryIn(part: YamlDocument, path: readonly PropertyKey[]): boolean {
  const [entries, entry] = [sectionIn(part, path), path[1]]
  return entry !== undefined && isObject(entries) && Object.hasOwn(entries, String(entry))
}
