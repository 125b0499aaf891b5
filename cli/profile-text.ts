import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { AuthoringError } from '../authoring/problem.ts'
import { loadProfileDocument, type YamlDocument } from '../authoring/yaml.ts'
import { isObject } from '../contract/json.ts'
import type { Profile } from '../contract/picks.ts'
import { ProfileError, readProfile } from '../contract/profile.ts'
import { UsageError } from './command-line.ts'

/** A profile with the positions of its parts as `file:line:column`. */
export type LoadedProfile = { readonly profile: Profile; readonly where: YamlDocument['where'] }

const extension = /(\.profile)?\.(ya?ml|json)$/

/** Reads a profile in YAML or JSON; throws `UsageError` with the line of a problem. */
export const readProfileText = (text: string, file: string): Profile =>
  withPlaces(() => readParts([loadProfileDocument(text, file)], nameOf(file))).profile

/**
 * Reads a profile from a file, or from all YAML and JSON files of a folder, each of which has a part
 * of it. Throws `UsageError` with the line of a problem; the errors of the file system otherwise.
 */
export async function loadProfilePath(path: string): Promise<LoadedProfile> {
  const files = (await stat(path)).isDirectory() ? await filesOf(path) : [path]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return withPlaces(() => {
    const parts = files.map((file, index) => loadProfileDocument(texts[index] ?? '', file))
    return readParts(parts, nameOf(resolve(path)))
  })
}

async function filesOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => extension.test(name)).toSorted()
  if (names.length > 0) return names.map((name) => join(folder, name))
  throw new UsageError(
    `The folder \`${folder}\` has no profile: put files with \`picks\`, \`answers\` or \`operations\` there, which end with .yaml, .yml or .json.`,
  )
}

const nameOf = (path: string) => basename(path).replace(extension, '')

function withPlaces<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof AuthoringError) throw new UsageError(...error.message.split('\n'))
    throw error
  }
}

function readParts(parts: readonly YamlDocument[], name: string): LoadedProfile {
  const where: YamlDocument['where'] = (path, part) =>
    ownerOf(parts, path)?.where(path, part) ?? name
  try {
    return { profile: readProfile(joined(parts, where), name), where }
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new UsageError(`${where(error.path, error.part)}: ${error.message}`)
  }
}

const sections = ['picks', 'answers', 'operations'] as const

/** One document with the entries of all parts. Throws `UsageError` for an entry of two parts. */
function joined(parts: readonly YamlDocument[], where: YamlDocument['where']): unknown {
  if (parts.length === 1) return parts[0]?.value
  const whole: Record<string, unknown> = {}
  for (const part of parts) {
    if (!isObject(part.value)) return failAlone(part)
    for (const [key, value] of Object.entries(part.value)) {
      if (key === 'about') continue
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
): UsageError =>
  new UsageError(
    `${part.where(path, 'key')}: \`${path.at(-1)}\` is also at ${where(path, 'key')}. Write it in one of the two files.`,
  )

/** Throws the error of a part that is not an object of objects. */
function failAlone(part: YamlDocument): never {
  try {
    readProfile(part.value)
  } catch (error) {
    if (error instanceof ProfileError)
      throw new UsageError(`${part.where(error.path, error.part)}: ${error.message}`)
    throw error
  }
  throw new UsageError(`${part.where([])}: a profile must be an object with \`picks\`.`)
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
