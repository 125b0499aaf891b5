import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { isObject } from '../contract/json.ts'
import type { Profile } from '../contract/picks.ts'
import { ProfileError, readProfile } from '../contract/profile.ts'
import { AuthoringError } from './problem.ts'
import { loadProfileDocument, type YamlDocument } from './yaml.ts'

/** A profile with the positions of its parts as `file:line:column`. */
export type LoadedProfile = { readonly profile: Profile; readonly where: YamlDocument['where'] }

/** A profile file that is wrong. Each line of the message has a place and a fix. */
export class ProfileFileError extends Error {
  override readonly name = 'ProfileFileError'
}

const extension = /(\.profile)?\.(ya?ml|json)$/

/** Reads a profile in YAML or JSON; throws `ProfileFileError` with the line of a problem. */
export const readProfileText = (text: string, file: string): Profile =>
  withPlaces(() => readParts([loadProfileDocument(text, file)], nameOf(file))).profile

/**
 * Reads a profile from a file, or from all YAML and JSON files of a folder, each of which has a part
 * of it. Throws `ProfileFileError` with the line of a problem; the errors of the file system otherwise.
 */
export async function loadProfilePath(path: string): Promise<LoadedProfile> {
  const texts = await textsOf(path)
  return withPlaces(() => readParts(partsOf(texts), nameOf(resolve(path))))
}

/**
 * The document in a file, or in all files of a folder, each of which has a part of it: a profile, or
 * the shipped fixture. Throws as `loadProfilePath` does.
 */
export async function loadWholeDocument(path: string): Promise<unknown> {
  const texts = await textsOf(path)
  return withPlaces(() => {
    const parts = partsOf(texts)
    return joined(parts, placesIn(parts, path))
  })
}

type FileText = { readonly file: string; readonly text: string }

async function textsOf(path: string): Promise<FileText[]> {
  const files = (await stat(path)).isDirectory() ? await filesOf(path) : [path]
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })))
}

const partsOf = (texts: readonly FileText[]) =>
  texts.map(({ file, text }) => loadProfileDocument(text, file))

async function filesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => extension.test(name)).toSorted()
  if (names.length > 0) return names.map((name) => join(folder, name))
  throw new ProfileFileError(
    `The folder \`${folder}\` has no profile: put files with \`picks\`, \`answers\` or \`operations\` there, which end with .yaml, .yml or .json.`,
  )
}

const nameOf = (path: string) => basename(path).replace(extension, '')

function withPlaces<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof AuthoringError) throw new ProfileFileError(error.message)
    throw error
  }
}

const placesIn =
  (parts: readonly YamlDocument[], name: string): YamlDocument['where'] =>
  (path, part) =>
    ownerOf(parts, path)?.where(path, part) ?? name

function readParts(parts: readonly YamlDocument[], name: string): LoadedProfile {
  const where = placesIn(parts, name)
  try {
    return { profile: readProfile(joined(parts, where), name), where }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new ProfileFileError(`${where(error.path, error.part)}: ${error.message}`)
  }
}

const sections = ['picks', 'answers', 'operations'] as const

/** One document with the entries of all parts. Throws `ProfileFileError` for an entry of two parts. */
function joined(parts: readonly YamlDocument[], where: YamlDocument['where']): unknown {
  if (parts.length === 1) return parts[0]?.value
  const whole: Record<string, unknown> = {}
  for (const part of parts) {
    if (!isObject(part.value)) return failAlone(part)
    for (const [key, value] of Object.entries(part.value)) {
      if (key === 'about' || key === '$schema') {
        whole[key] ??= value
        continue
      }
      if (!sections.some((section) => section === key)) {
        if (Object.hasOwn(whole, key)) throw takenError(part, where, [key])
        whole[key] = value
        continue
      }
      if (!isObject(value)) return failAlone(part)
      const before = (whole[key] ?? {}) as object
      const twice = Object.keys(value).find((entry) => Object.hasOwn(before, entry))
      if (twice !== undefined) throw takenError(part, where, [key, twice])
      whole[key] = { ...before, ...value }
    }
  }
  return whole
}

const takenError = (
  part: YamlDocument,
  where: YamlDocument['where'],
  path: readonly string[],
): ProfileFileError =>
  new ProfileFileError(
    `${part.where(path, 'key')}: \`${path.at(-1)}\` is also at ${where(path, 'key')}. Write it in one of the two files.`,
  )

/** Throws the error of a part that is not an object of objects. */
function failAlone(part: YamlDocument): never {
  try {
    readProfile(part.value)
  } catch (error) {
    if (error instanceof ProfileError)
      throw new ProfileFileError(`${part.where(error.path, error.part)}: ${error.message}`)
    throw error
  }
  throw new ProfileFileError(`${part.where([])}: a profile must be an object with \`picks\`.`)
}

/** The first part that has the entry at a path, or else its section. */
function ownerOf(parts: readonly YamlDocument[], [section, entry]: readonly PropertyKey[]) {
  const sectionOf = ({ value }: YamlDocument): unknown =>
    isObject(value) && section !== undefined ? value[String(section)] : undefined
  const withSection = parts.filter((part) => sectionOf(part) !== undefined)
  const withEntry = withSection.find((part) => {
    const entries = sectionOf(part)
    return entry !== undefined && isObject(entries) && Object.hasOwn(entries, String(entry))
  })
  return withEntry ?? withSection[0] ?? parts[0]
}
