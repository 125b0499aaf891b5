import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { type ConfigTarget, isVariable } from '../../contract/authoring/config/config-schema.ts'
import {
  type Config,
  ConfigError,
  readOnlyConfig,
  resolvePath,
  targetOf,
} from '../../contract/authoring/config/read-config.ts'
import { UsageError } from '../command-line.ts'
import type { Command } from '../define-command.ts'
import type { ConfigPlace, Flag, Flags } from '../flags.ts'

/** The working folder and the environment variables of a command. */
export type Surroundings = {
  readonly cwd: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/**
 * Adds the settings of the config file to the words of a command, as flags. `files` are the paths
 * of the config files that were found. Throws `UsageError`.
 */
export async function addSettings(
  words: readonly string[],
  { flags, words: known }: Command['grammar'],
  files: readonly string[],
  { cwd, variables }: Surroundings,
): Promise<readonly string[]> {
  const table = Object.entries(flags)
  const inConfig = (...places: readonly ConfigPlace[]) =>
    table.filter(([, { config: place }]) => place !== undefined && places.includes(place))
  // If the config file can set no flag or word of this command, it is not read.
  if (table.every(([, { config }]) => config === undefined) && known?.config === undefined)
    return words.filter((word) => word !== '--no-config')
  const line = new CommandLine(words, flags)
  const configFlag = line.take('config')
  const ignoresConfig = line.words.includes('--no-config')
  line.words = line.words.filter((word) => word !== '--no-config')
  const [address] = inConfig('address')
  const targetName = address && line.take('target')
  if (configFlag !== undefined && ignoresConfig)
    throw new UsageError('--config cannot be used with --no-config: use only one of them.')
  const chosenFiles = configFlag === undefined ? files : [resolve(cwd, configFlag)]
  try {
    const config = ignoresConfig ? undefined : await readOnlyConfig(chosenFiles, cwd)
    if (config === undefined) {
      if (targetName !== undefined)
        throw new UsageError(missingConfigFileText(targetName, ignoresConfig, cwd))
      return line.words
    }
    // True for a flag such as `--list`, which sends nothing to a target.
    const needsNoTarget = address?.[1].requiredUnless?.some((flag) => line.has(flag)) ?? false
    const context = { config, cwd, line, variables, needsNoTarget }
    const target = address && chooseTarget(address, targetName, context)
    const settings = inConfig('setting', 'setting-outside-runs', 'new-setting')
    return [
      ...settings.flatMap(([name, flag]) => settingFlag(name, flag, context)),
      ...(address === undefined || target === undefined
        ? []
        : [
            `--${address[0]}=${target[1].url}`,
            ...inConfig('credential').flatMap(([name]) => credentialFlag(name, target, context)),
            ...inConfig('target').flatMap(([name, flag]) =>
              targetFlag(name, flag, target, context),
            ),
          ]),
      ...line.words,
      ...(known?.config === undefined ? [] : scriptsFolder(context)),
    ]
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(...error.message.split('\n'))
    throw error
  }
}

const missingConfigFileText = (target: string, ignores: boolean, cwd: string) =>
  ignores
    ? `--target ${target} cannot be used with --no-config: the config file has the targets.`
    : `--target ${target} needs a config file, and there is no understudy.config.yaml in ${cwd} or above it in its project. docs/config.md shows one.`

type SettingContext = {
  readonly config: Config
  readonly cwd: string
  readonly line: CommandLine
  readonly variables: Surroundings['variables']
  /** Whether the command uses settings of a target, but does not call it. */
  readonly needsNoTarget: boolean
}

type NamedTarget = readonly [name: string, target: ConfigTarget]

/** Returns the flags for a setting, unless the command line sets it. */
function settingFlag(name: string, flag: Flag, context: SettingContext): readonly string[] {
  const { config, line, variables } = context
  const isOfRun = flag.config === 'setting-outside-runs' && variables['UNDERSTUDY_RUN']
  const key = keyOf(name) as 'port' | 'allow_origin' | 'profile' | 'fixture' | 'scenarios'
  const value = config.values[key]
  if (value === undefined || isOfRun || !line.lacks(name)) return []
  if (typeof value === 'object') return value.map((one) => `--${name}=${one}`)
  const isMade = flag.config === 'new-setting'
  return [`--${name}=${typeof value === 'number' ? value : pathOf([key], value, isMade, context)}`]
}

/** Returns the folder of scripts from the config file, if the command line names no folder. */
function scriptsFolder(context: SettingContext): readonly string[] {
  const { scenarios } = context.config.values
  if (scenarios === undefined || context.line.hasWord()) return []
  return [pathOf(['scenarios'], scenarios, false, context)]
}

/** Chooses the target of a command: the target with this name, or else the only target. */
function chooseTarget(
  [address, { excludes = {} }]: readonly [string, Flag],
  name: string | undefined,
  { config, line, needsNoTarget }: SettingContext,
): NamedTarget | undefined {
  // With one of these flags, the command does not use a target of the config file.
  const isElsewhere = [address, ...Object.keys(excludes)].find((flag) => line.has(flag))
  if (name !== undefined && isElsewhere !== undefined)
    throw new UsageError(
      `--target ${name} cannot be used with --${isElsewhere}: use only one of them.`,
    )
  if (isElsewhere !== undefined) return undefined
  if (name !== undefined) return [name, targetOf(config, name)]
  const [only, ...others] = Object.entries(config.values.targets ?? {})
  if (only === undefined || others.length === 0) return only
  if (needsNoTarget) return undefined
  const names = [only, ...others].map(([one]) => `--target ${one}`)
  throw new UsageError(
    `${config.file} has ${names.length} targets: choose one with ${names.join(' or ')}, or pass --${address} URL.`,
  )
}

const keyOf = (flag: string) => flag.replaceAll('-', '_')

/** Returns the flag for a credential of a target. The config file may name a variable for it. */
function credentialFlag(
  name: string,
  [targetName, { credentials }]: NamedTarget,
  { config, line, variables, needsNoTarget }: SettingContext,
): readonly string[] {
  if (needsNoTarget) return []
  const key = keyOf(name) as keyof NonNullable<ConfigTarget['credentials']>
  const source = credentials?.[key]
  if (source === undefined || line.has(name)) return []
  const value = isVariable(source) ? variables[source] : source
  if (value) return [`--${name}=${value}`]
  const place = config.where(['targets', targetName, 'credentials', key])
  throw new UsageError(`${place}: the variable ${source} is not set: set it, or pass --${name}.`)
}

/** Returns the flag for an option of a target, unless the command line sets it. */
function targetFlag(
  name: string,
  flag: Flag,
  [targetName, target]: NamedTarget,
  context: SettingContext,
): readonly string[] {
  const { config, line, needsNoTarget } = context
  const key = keyOf(name) as Exclude<keyof ConfigTarget, 'url' | 'credentials'>
  const value = target[key]
  if (value === undefined || !line.lacks(name)) return []
  const isNew = line.has(`write-${name}`) && !existsSync(resolve(config.folder, String(value)))
  if (isNew) return []
  const isPath = typeof value === 'string' && /FILE|PATH/.test(flag.value ?? '')
  if (isPath && needsNoTarget) return []
  const path = ['targets', targetName, key]
  return [`--${name}=${isPath ? pathOf(path, value, false, context) : value}`]
}

/** Makes a path of the config file relative to the working folder. Keeps names of shipped files. */
function pathOf(
  path: readonly string[],
  text: string,
  isMade: boolean,
  { config, cwd }: SettingContext,
): string {
  const resolvedPath = resolvePath(config, path, text, isMade)
  if (resolvedPath === text) return text
  const near = relative(cwd, resolvedPath)
  return near.startsWith('.') || isAbsolute(near) ? near : `.${sep}${near}`
}

/** The part of a command line after the name of the command. */
class CommandLine {
  words: readonly string[]
  readonly #flags: Flags

  constructor(words: readonly string[], flags: Flags) {
    this.words = words
    this.#flags = flags
  }

  has(flag: string): boolean {
    return this.words.some((word) => word === `--${flag}` || word.startsWith(`--${flag}=`))
  }

  /** Whether a flag is not given, and can be combined with the flags that are given. */
  lacks(flag: string): boolean {
    const { needs = [], excludes = {} } = this.#flags[flag] ?? {}
    const excluding = Object.entries(this.#flags).flatMap(([name, { excludes: others = {} }]) =>
      Object.hasOwn(others, flag) ? [name] : [],
    )
    const isExcluded = [flag, ...Object.keys(excludes), ...excluding].some((name) => this.has(name))
    return !isExcluded && (needs.length === 0 || needs.some((name) => this.has(name)))
  }

  /** Whether the line has a word that is neither a flag nor the value of a flag. */
  hasWord(): boolean {
    return this.words.some((word, index, words) => {
      const [, before] = /^--([^=]+)$/.exec(words[index - 1] ?? '') ?? []
      const isValue = before !== undefined && this.#flags[before]?.value !== undefined
      return !word.startsWith('-') && !isValue
    })
  }

  /** Removes a flag and returns its value, the last one if repeated. Throws without a value. */
  take(flag: string): string | undefined {
    const at = this.words.findIndex((word) => word === `--${flag}` || word.startsWith(`--${flag}=`))
    const word = this.words[at]
    if (word === undefined) return undefined
    const isJoined = word.includes('=')
    const value = isJoined ? word.slice(flag.length + 3) : this.words[at + 1]
    if (!value || (!isJoined && value.startsWith('-')))
      throw new UsageError(`--${flag} needs a value.`)
    this.words = this.words.toSpliced(at, isJoined ? 1 : 2)
    return this.take(flag) ?? value
  }
}
