import type { ParseArgsConfig } from 'node:util'
import { mapFields } from '../contract/json.ts'
import { UsageError, didYouMean, guessText } from './command-line.ts'
import type { ValueType } from './value-types.ts'

// An import from node:util evaluates all its exports, which takes 20 ms.
const { parseArgs } = process.getBuiltinModule('node:util')

/**
 * One flag of a command. Parsing, help, completion, docs and the config file all use this
 * description.
 */
export type Flag = {
  /** The name of the flag's value in the help, such as `FILE`. A switch has no value. */
  readonly value?: string
  /** The type that parses the value of the flag. Without a type, the value is the text. */
  readonly type?: ValueType<unknown>
  readonly default?: string
  /**
   * The values that a shell completes. Default: those of `type`. After a value such as `json=`, it
   * completes file names.
   */
  readonly values?: readonly string[] | (() => Promise<readonly string[]>)
  readonly isRepeatable?: true
  /** Set if the flag may be given only once. Otherwise, the last value wins. */
  readonly isSingle?: true
  /** Set if the command requires this flag. The text describes the flag in the error message. */
  readonly required?: string
  /** If one of these flags is given, this flag is not required. */
  readonly requiredUnless?: readonly string[]
  /** The flag only works together with one of these flags. */
  readonly needs?: readonly string[]
  /** Flags that cannot be used together with this flag, with the reason. */
  readonly excludes?: Readonly<Record<string, string>>
  /** Set if an environment variable, such as `UNDERSTUDY_API_KEY`, can replace the flag. */
  readonly variable?: true
  /** The part of the config file that can set this flag. */
  readonly config?: ConfigPlace
  readonly help: string
}

/**
 * The part of a config file that sets a flag. `address`, `credential` and `target` are parts of the
 * chosen target; the others are general settings. A run of `tolerance` sets `setting-outside-runs`
 * itself. `new-setting` is a path that the command creates.
 */
export type ConfigPlace =
  | 'setting'
  | 'setting-outside-runs'
  | 'new-setting'
  | 'address'
  | 'credential'
  | 'target'

/** The flags of a command by name; every command also has `--help`. */
export type Flags = Readonly<Record<string, Flag>>

/** The values of flags by name. The names are in camel case: `dryRun` for `--dry-run`. */
export type FlagValues<Table extends Flags> = {
  readonly [Name in keyof Table as CamelCase<Name & string>]: FlagValue<Table[Name]>
}

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

type FlagValue<One extends Flag> = One extends { readonly value: string }
  ? One extends { readonly isRepeatable: true }
    ? readonly Parsed<One>[]
    : One extends { readonly requiredUnless: readonly string[] }
      ? Parsed<One> | undefined
      : One extends { readonly default: string } | { readonly required: string }
        ? Parsed<One>
        : Parsed<One> | undefined
  : boolean

type Parsed<One extends Flag> = One extends { readonly type: ValueType<infer Value> }
  ? Value
  : string

/** How many words a command takes in addition to its flags. */
type WordRules = {
  readonly max: number
  /** The error message if there is no word; absent if the command needs no word. */
  readonly missing?: string
  /** Set if a command without words uses the folder of scripts from the config file. */
  readonly config?: 'scenarios'
}

/** The parsed command line: the values of flags, and the other words. */
export type ParsedCommandLine<Table extends Flags> = FlagValues<Table> & {
  readonly words: readonly string[]
  /** The words after `--`: the command line that runs tests. */
  readonly testCommand: readonly string[]
  /** The flags that are on the command line. */
  readonly named: ReadonlySet<string>
}

type Variables = Readonly<Record<string, string | undefined>>

/** The rules by which `readFlags` parses a command line. */
export type Grammar<Table extends Flags> = {
  readonly flags: Table
  readonly words?: WordRules
  /** Set if the command accepts a command line that runs tests, after `--`. */
  readonly takesCommand?: true
  /** Returns an error message for values that conflict in a way that the table cannot express. */
  readonly problem?: (given: ParsedCommandLine<Table>) => string | undefined
}

/**
 * Reads a command line. Throws `UsageError` for an unknown flag, a missing or wrong value, flags
 * that do not go together, or an extra word. Returns `undefined` if `--help` is among the flags.
 */
export function readFlags<const Table extends Flags>(
  argv: readonly string[],
  { flags, words: known = { max: 0 }, takesCommand, problem }: Grammar<Table>,
  variables: Variables = process.env,
): ParsedCommandLine<Table> | undefined {
  const end = takesCommand && argv.includes('--') ? argv.indexOf('--') : argv.length
  if (takesCommand && end === argv.length) refuseCommandWithoutDashes(argv, flags, known)
  const { values, positionals, tokens } = parse(argv.slice(0, end), flags)
  if (values['help'] === true) return undefined
  refuseSecondValues(flags, tokens)
  refuseWords(positionals, known, takesCommand)
  const fromVariables = new Map(
    Object.entries(flags).flatMap(([name, { variable }]) => {
      const text = variable && values[name] === undefined ? variableOf(name, variables) : undefined
      return text === undefined ? [] : [[name, text] as const]
    }),
  )
  const has = (name: string) => values[name] !== undefined || fromVariables.has(name)
  refuseCombinations(flags, has, (name) => fromVariables.has(name))
  const read = Object.entries(flags).map(([name, flag]) => [
    camelCase(name),
    valueOf(
      fromVariables.has(name) ? variableName(name) : `--${name}`,
      flag,
      values[name] ?? fromVariables.get(name) ?? flag.default,
    ),
  ])
  const given = {
    ...Object.fromEntries(read),
    words: positionals,
    testCommand: argv.slice(end + 1),
    named: new Set(Object.keys(values)),
  } as ParsedCommandLine<Table>
  const sentence = problem?.(given)
  if (sentence !== undefined) throw new UsageError(sentence)
  return given
}

/** A part of a command line. Only a flag has a name. */
type Token = { readonly kind: string; readonly name?: string }

type RawValue = string | boolean | readonly (string | boolean)[] | undefined

const camelCase = (name: string) =>
  name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Returns the value of a flag's variable. CI sets empty variables, so an empty one is ignored. */
const variableOf = (flag: string, variables: Variables): string | undefined =>
  variables[variableName(flag)] || undefined

const variableName = (flag: string) => `UNDERSTUDY_${flag.toUpperCase().replaceAll('-', '_')}`

/** Parses a value. `source` is its flag or variable, for the error message. */
function valueOf(source: string, flag: Flag, raw: RawValue): unknown {
  if (flag.value === undefined) return raw === true
  if (flag.isRepeatable)
    return [raw ?? []].flat().map((text) => parseValue(source, flag, String(text)))
  return raw === undefined ? undefined : parseValue(source, flag, String(raw))
}

function parseValue(source: string, { type }: Flag, text: string): unknown {
  if (type === undefined) return text
  const value = type.read(text)
  if (value !== undefined) return value
  const { takes, isSecret, words = [], hint } = type
  // The message omits a text with an @, because it may contain a password.
  const but = isSecret || text.includes('@') ? '' : `, not \`${text}\``
  const advice = hint === undefined ? guessText(text, words) : ` ${hint}`
  throw new UsageError(`${source} takes ${takes}${but}.${advice}`)
}

function refuseWords(
  words: readonly string[],
  { max, missing }: WordRules,
  takesCommand: boolean | undefined,
): void {
  const extra = words[max]
  if (extra !== undefined && takesCommand)
    throw new UsageError(
      `\`${extra}\` is not a flag: write the test command after --, as in \`-- npx vitest run\`.`,
    )
  // The message does not repeat an unexpected word: it could be a misplaced password.
  if (extra !== undefined)
    throw new UsageError(
      max === 0
        ? 'This command only takes flags, but an argument has no flag before it; see --help.'
        : `This argument is unexpected: \`${extra}\`; see --help.`,
    )
  if (missing !== undefined && words.length === 0) throw new UsageError(missing)
}

function refuseSecondValues(flags: Flags, tokens: readonly Token[]): void {
  const names = tokens.flatMap(({ name }) => name ?? []).filter((name) => flags[name]?.isSingle)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined)
    throw new UsageError(`--${twice} takes one value, but this line has two: leave one out.`)
}

function refuseCombinations(
  flags: Flags,
  has: (name: string) => boolean,
  isFromVariable: (name: string) => boolean,
): void {
  for (const [name, { required, requiredUnless = [], needs = [], excludes = {} }] of Object.entries(
    flags,
  )) {
    if (required !== undefined && ![name, ...requiredUnless].some(has))
      throw new UsageError(`--${name} is missing: ${required}.`)
    if (!has(name)) continue
    // A variable may be meant for another command. So its flag works without the flags that it
    // needs, unless one of these can also come from a variable.
    const isIdle = isFromVariable(name) && !needs.some((other) => flags[other]?.variable)
    if (needs.length > 0 && !isIdle && !needs.some(has))
      throw new UsageError(`--${name} only works together with ${flagsJoinedWithOr(needs)}.`)
    const other = Object.keys(excludes).find((one) => flags[one] !== undefined && has(one))
    if (other !== undefined && !isFromVariable(name))
      throw new UsageError(`--${name} cannot be used with --${other}: ${excludes[other]}.`)
  }
}

/** Refuses a test command without `--` before it, whose own flags would be called unknown. */
function refuseCommandWithoutDashes(argv: readonly string[], table: Flags, known: WordRules): void {
  const options = parseOptionsOf(table)
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true })
  const isUnknown = (token: (typeof tokens)[number]) =>
    token.kind === 'option' && options[token.name] === undefined
  const before = tokens.slice(0, Math.max(0, tokens.findIndex(isUnknown)))
  const words = before.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  if (words.length > known.max) refuseWords(words, known, true)
}

const flagsJoinedWithOr = (names: readonly string[]) =>
  names.map((name) => `--${name}`).join(' or ')

const parseOptionsOf = (table: Flags): NonNullable<ParseArgsConfig['options']> => ({
  ...mapFields(table, ({ value, isRepeatable = false }) => ({
    type: value === undefined ? ('boolean' as const) : ('string' as const),
    multiple: isRepeatable,
  })),
  help: { type: 'boolean', short: 'h' },
})

function parse(argv: readonly string[], table: Flags) {
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...argv],
      options: parseOptionsOf(table),
      strict: true,
      allowPositionals: true,
      tokens: true,
    })
    return { values: values as Readonly<Record<string, RawValue>>, positionals, tokens }
  } catch (error) {
    throw new UsageError(explainParseError(error, table))
  }
}

/** Describes an error of `parseArgs` without its message, which would repeat the value. */
function explainParseError(error: unknown, table: Flags): string {
  const { code, message } = error as { readonly code?: string; readonly message: string }
  const name = /'(?:-\w, )?--?([\w-]+)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `There is no flag --${name}. ${didYouMean(name, Object.keys(table), '--')}`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return String(error)
  return table[name]?.value === undefined
    ? `--${name} takes no value: write it alone.`
    : `--${name} needs a value. If it begins with a dash, write --${name}=VALUE.`
}

/** Adds `needs` to each flag that has none: it then only works together with one of `needs`. */
export const flagsNeeding = <const Table extends Flags>(needs: readonly string[], table: Table) =>
  mapFields<Flag, Flag>(table, (flag) => ({ needs, ...flag })) as unknown as Table
