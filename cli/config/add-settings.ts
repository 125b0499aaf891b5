import { existsSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { type ConfigTarget, isVariable } from '../../authoring/config/config-schema.ts'
import {
  type Config,
  ConfigError,
  readOnlyConfig,
  resolvePath,
  targetOf,
} from '../../authoring/config/read-config.ts'
import { UsageError } from '../command-line.ts'
import { Line } from './line.ts'
import { type CommandLine, type Row, rows, type Surroundings } from './rows.ts'

/**
 * The command line with the settings of its config file as flags. `files` are those that were found.
 * Throws `UsageError`.
 */
export async function addSettings(
  words: readonly string[],
  files: readonly string[],
  { cwd, variables }: Surroundings,
): Promise<readonly string[]> {
  const [name = '', second = ''] = words
  const isNested = Object.hasOwn(rows, `${name} ${second}`)
  const command = isNested ? `${name} ${second}` : name
  const row = Object.hasOwn(rows, command) ? rows[command] : undefined
  // These commands read no config file anyway.
  if (row === undefined) return words.filter((word) => word !== '--no-config')
  const line = new Line(words.slice(isNested ? 2 : 1))
  const chosen = line.take('config')
  const ignores = line.takeSwitch('no-config')
  const targetName = row.target === undefined ? undefined : line.take('target')
  if (chosen !== undefined && ignores)
    throw new UsageError('--config and --no-config cannot be used together.')
  const chosenFiles = chosen === undefined ? files : [resolve(cwd, chosen)]
  try {
    const config = ignores ? undefined : await readOnlyConfig(chosenFiles, cwd)
    if (config === undefined) {
      if (targetName !== undefined) throw new UsageError(noFile(targetName, ignores, cwd))
      return [...command.split(' '), ...line.words]
    }
    const isMade = (key: string) => row.makes?.includes(key) === true
    const context = { config, cwd, line, variables, isMade }
    const target = row.target && chooseTarget(row.target, targetName, context)
    const added = [
      ...settingFlags(row, context),
      ...(row.target && target ? targetFlags(row.target, target, context) : []),
    ]
    const scripts = scriptsFolder(row, context)
    return [...command.split(' '), ...added, ...line.words, ...scripts]
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(...error.message.split('\n'))
    throw error
  }
}

const noFile = (target: string, ignores: boolean, cwd: string) =>
  ignores
    ? `--target ${target} cannot be used with --no-config: the config file has the targets.`
    : `--target ${target} needs a config file, and there is no understudy.config.yaml in ${cwd} or above it in its project. docs/config.md shows one.`

type Context = {
  readonly config: Config
  readonly cwd: string
  readonly line: Line
  readonly variables: CommandLine['variables']
  /** Whether the command makes the file of a setting if it does not exist. */
  readonly isMade: (key: string) => boolean
}

const conditionOf = ({ line, variables }: Context): CommandLine => ({
  has: (flag) => line.has(flag),
  variables,
})

/** The settings of a row that the command line leaves open, as flags. */
function settingFlags({ settings = {} }: Row, context: Context): readonly string[] {
  const { config, line } = context
  return Object.entries(settings).flatMap(([name, isUsed]) => {
    const key = name as keyof typeof settings
    const value = config.values[key]
    const flag = flagOf(key)
    if (value === undefined || line.has(flag) || !isUsed(conditionOf(context))) return []
    if (typeof value === 'object') return value.map((one) => `--${flag}=${one}`)
    const text = typeof value === 'number' ? String(value) : pathOf([key], value, context)
    return [`--${flag}=${text}`]
  })
}

/** The folder of scripts for a command that takes it as a word, unless it has one. */
function scriptsFolder({ scriptsWord: switches }: Row, context: Context): readonly string[] {
  const { scenarios } = context.config.values
  if (switches === undefined || scenarios === undefined) return []
  const hasWord = context.line.words.some((word, index, words) => {
    const before = words[index - 1] ?? ''
    const isValue = /^--[^=]+$/.test(before) && !switches.some((name) => before === `--${name}`)
    return !word.startsWith('-') && !isValue
  })
  return hasWord ? [] : [pathOf(['scenarios'], scenarios, context)]
}

type TargetRow = NonNullable<Row['target']>

/** The target of a command: the named one, or else the only one. */
function chooseTarget(
  { address, without }: TargetRow,
  name: string | undefined,
  { config, line }: Context,
): readonly [name: string, target: ConfigTarget] | undefined {
  const isElsewhere = [address, ...without].find((flag) => line.has(flag))
  if (name !== undefined && isElsewhere !== undefined)
    throw new UsageError(
      `--target ${name} cannot be used with --${isElsewhere}: use only one of them.`,
    )
  if (isElsewhere !== undefined) return undefined
  if (name !== undefined) return [name, targetOf(config, name)]
  const [only, ...others] = Object.entries(config.values.targets ?? {})
  if (only === undefined || others.length === 0) return only
  const names = [only, ...others].map(([one]) => `--target ${one}`)
  throw new UsageError(
    `${config.file} has ${names.length} targets: choose one with ${names.join(' or ')}, or pass --${address} URL.`,
  )
}

const flagOf = (key: string) => key.replaceAll('_', '-')

const paths: readonly string[] = ['profile', 'baseline', 'ca']

/** The flags for a target: its address, its credentials from variables, and its options. */
function targetFlags(
  { address, credentials, values }: TargetRow,
  [name, target]: readonly [string, ConfigTarget],
  context: Context,
): readonly string[] {
  const { config, line } = context
  const secrets = credentials.flatMap((key) => {
    const given = target.credentials?.[key]
    if (given === undefined || line.has(flagOf(key))) return []
    const path = ['targets', name, 'credentials', key]
    return [`--${flagOf(key)}=${credential(given, flagOf(key), path, context)}`]
  })
  const options = Object.entries(values).flatMap(([name_, isUsed]) => {
    const key = name_ as keyof typeof values
    const value = target[key]
    if (value === undefined || line.has(flagOf(key)) || !isUsed(conditionOf(context))) return []
    if (
      key === 'baseline' &&
      line.has('write-baseline') &&
      !existsSync(resolve(config.folder, String(value)))
    )
      return []
    const isPath = typeof value === 'string' && paths.includes(key)
    const text = isPath ? pathOf(['targets', name, key], value, context) : String(value)
    return [`--${flagOf(key)}=${text}`]
  })
  return [`--${address}=${target.url}`, ...secrets, ...options]
}

function credential(
  given: string,
  flag: string,
  path: readonly string[],
  { config, variables }: Context,
): string {
  if (!isVariable(given)) return given
  const value = variables[given]
  if (value) return value
  throw new UsageError(
    `${config.where(path)}: the variable ${given} is not set: set it, or pass --${flag}.`,
  )
}

/** A path of the config file, from the working folder. Shipped names stay. */
function pathOf(path: readonly string[], text: string, { config, cwd, isMade }: Context): string {
  const found = resolvePath(config, path, text, isMade(path.at(-1) ?? ''))
  if (found === text) return text
  const near = relative(cwd, found)
  return near.startsWith('.') || isAbsolute(near) ? near : `.${sep}${near}`
}
