import { isError } from '../../realm-safe.ts'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as z from 'zod/mini'
import { escapeLine } from '../../escape.ts'
import { type ExplainedIssue, explainIssues } from '../../explain-issues.ts'
import { nearestWord } from '../../nearest.ts'
import { fixtureNames, knownProfiles } from '../../shipped-names.ts'
import { AuthoringError } from '../problem.ts'
import { parseYaml, type Path, type YamlDocument } from '../yaml.ts'
import { config, type ConfigTarget } from './config-schema.ts'

/** An invalid config file. Each line of the message has the position and the fix of a problem. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(lines: readonly string[]) {
    super(lines.map((line) => escapeLine(line)).join('\n'))
  }
}

/** A parsed config file. */
export type Config = {
  /** The name of the file in messages. */
  readonly file: string
  /** The folder that the paths in the file are relative to. */
  readonly folder: string
  readonly values: z.output<typeof config>
  /** The position of a value, such as `understudy.config.yaml:3:10`. */
  readonly where: YamlDocument['where']
}

/**
 * Reads a config file: YAML or JSON, or the default export of a module. Messages call the file
 * `name`. Throws `ConfigError` with every problem and its position.
 */
export async function readConfig(path: string, name = basename(path)): Promise<Config> {
  const isModule = ['.mjs', '.ts'].includes(extname(path))
  const { value, where } = isModule ? await importModule(path, name) : await readText(path, name)
  // An empty file (`undefined`) is valid, and has no settings.
  const read = config.safeParse(value ?? {})
  if (!read.success)
    throw new ConfigError(
      explainIssues(read.error.issues, value, () => 'see docs/config.md', 'the config').map(
        (issue) =>
          `${where(issue.path, issue.wrong === 'key' ? 'key' : 'value')}: ${problemSentence(issue)}`,
      ),
    )
  return { file: name, folder: dirname(resolve(path)), values: read.data, where }
}

/** Reads the config file that was found. Throws `ConfigError` if several files were found. */
export async function readOnlyConfig(
  [path, second]: readonly string[],
  cwd: string,
): Promise<Config | undefined> {
  if (path === undefined) return undefined
  const [name, other] = [path, second ?? path].map((file) => relative(cwd, file))
  if (second === undefined) return readConfig(path, name)
  throw new ConfigError([
    `There are two config files, ${name} and ${other}: remove one of them, or name one with --config.`,
  ])
}

const shippedNames: Readonly<Record<string, readonly string[]>> = {
  fixture: fixtureNames,
  profile: knownProfiles,
}

/**
 * Returns the path of a file that a value names, or the value itself if it names shipped data.
 * Throws `ConfigError` if the file does not exist, unless `isMade` says that the caller creates it.
 */
export function resolvePath(
  { file, folder, where }: Config,
  path: Path,
  text: string,
  isMade = false,
): string {
  const key = String(path.at(-1))
  const shipped = shippedNames[key] ?? []
  if (shipped.includes(text)) return text
  const full = resolve(folder, text)
  if (isMade || existsSync(full)) return full
  const names = shipped.length === 0 ? '' : `, and the shipped ones are ${shipped.join(', ')}`
  throw new ConfigError([
    `${where(path)}: "${key}" is ${JSON.stringify(text)}; there is no such file beside ${basename(file)}${names}`,
  ])
}

/** Returns the target with this name, or throws `ConfigError` with the names of all targets. */
export function targetOf({ file, values }: Config, name: string): ConfigTarget {
  const targets = values.targets ?? {}
  const found = Object.hasOwn(targets, name) ? targets[name] : undefined
  if (found !== undefined) return found
  const names = Object.keys(targets)
  const guess = nearestWord(name, names)
  const hint =
    names.length === 0
      ? 'Add it under `targets`'
      : guess === undefined
        ? `There are: ${names.join(', ')}`
        : `Did you mean ${guess}?`
  throw new ConfigError([`${file}: there is no target \`${name}\`. ${hint}`])
}

/** Describes a problem in a sentence, without the value of a credential, which may be secret. */
function problemSentence({ path, wrong, says: sentence }: ExplainedIssue): string {
  const [section, , key, credential] = path
  if (section === 'allow_origin' && wrong === 'value' && path.length > 1)
    return `${sentence.replace(/; it must .*/, '')}; it must be an origin such as http://localhost:5173, without a path`
  if (section !== 'targets' || wrong !== 'value') return sentence
  if (key === 'credentials' && credential !== undefined)
    return `"${String(credential)}" is not the name of an environment variable; write a name in capital letters, such as STAGING_PASSWORD, and set that variable: this file must not have secrets, because it is shared`
  if (key === 'url' || key === 'proxy')
    return `"${key}" must be an http or https address without a user or password; they belong to environment variables`
  return sentence
}

async function readText(path: string, name: string): Promise<YamlDocument> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([
      error.code === 'ENOENT'
        ? `There is no config file ${name}.`
        : `The config file ${name} can't be read (${error.code}).`,
    ])
  })
  try {
    return parseYaml(text, name)
  } catch (error) {
    if (error instanceof AuthoringError) throw new ConfigError(error.message.split('\n'))
    throw error
  }
}

async function importModule(path: string, name: string): Promise<YamlDocument> {
  const { href } = pathToFileURL(resolve(path))
  const loaded = await (import(/* @vite-ignore */ href) as Promise<object>).catch(
    (error: NodeJS.ErrnoException) => {
      throw new ConfigError([`${name}: ${importProblem(error, name)}`])
    },
  )
  if (!('default' in loaded))
    throw new ConfigError([`${name}: the settings are missing; write \`export default { … }\`.`])
  return {
    value: loaded.default,
    where: (keys: Path) => (keys.length === 0 ? name : `${name}:${keys.map(String).join('.')}`),
  }
}

function importProblem(error: NodeJS.ErrnoException, name: string): string {
  switch (error.code) {
    case 'ERR_UNKNOWN_FILE_EXTENSION':
      return `this Node (${process.versions.node}) reads no TypeScript; use Node 22.18 or newer, or rename the file to understudy.config.mjs and remove the types`
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
    case 'ERR_INVALID_TYPESCRIPT_SYNTAX':
      return `Node only removes types, and this file needs more: ${error.message}`
    case 'ERR_MODULE_NOT_FOUND':
      return error.message.includes(name) && !error.message.includes('imported from')
        ? 'there is no such file'
        : error.message
    default:
      if (isError(error, 'SyntaxError') && error.message === "Unexpected token 'export'")
        return 'Node reads it as CommonJS; write "type": "module" into package.json, or use understudy.config.mjs'
      return `the file threw an error: ${error.message}`
  }
}
