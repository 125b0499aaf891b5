import { UsageError, didYouMean, guessText } from './command-line.ts'
import type { ValueType } from './value-types.ts'

// An import from node:util evaluates all its exports, which takes 20 ms.
const { parseArgs } = process.getBuiltinModule('node:util')

/**
 * One flag of a command. Parsing, help, completion, docs and the use of the config file follow from
 * it.
 */
export type Flag = {
  /** The name of its value in the help, such as `FILE`. A flag without it is a switch. */
  readonly value?: string
  /** How its value is read; without it, the value is the text. */
  readonly type?: ValueType<unknown>
  readonly default?: string
  /** More values that a shell completes. A file name follows a value such as `json=`. */
  readonly values?: readonly string[] | (() => Promise<readonly string[]>)
  readonly isRepeatable?: true
  /** The command does not run without this flag. The text describes the flag in the error message. */
  readonly required?: string
  /** The flag is not required beside one of these flags. */
  readonly requiredUnless?: readonly string[]
  /** The flag only works together with one of these flags. */
  readonly needs?: readonly string[]
  /** Flags that cannot be used together with this flag, with the reason. */
  readonly excludes?: Readonly<Record<string, string>>
  /** Without the flag, the value comes from an environment variable, such as `UNDERSTUDY_API_KEY`. */
  readonly variable?: true
  /** The setting of the config file for this flag. */
  readonly config?: ConfigPlace
  readonly help: string
}

/**
 * Where a config file has the value of a flag: among its settings, or in the target: its address, its
 * credentials, or its options. A run of `tolerance` sets `setting-outside-runs` itself; the command
 * creates the path of a `new-setting`.
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

/** The values of flags by their names in camel case: those of `--dry-run` are in `dryRun`. */
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

/** The words of a command beside its flags. */
type Words = {
  readonly most: number
  /** The error message if there is no word; absent if the command needs none. */
  readonly missing?: string
  /** Without a word, the command gets the folder of scripts of the config file. */
  readonly config?: 'scenarios'
}

/** What a user gave to a command. */
export type Given<Table extends Flags> = FlagValues<Table> & {
  readonly words: readonly string[]
  /** The words after `--`. */
  readonly testCommand: readonly string[]
  /** The flags that are on the command line. */
  readonly named: ReadonlySet<string>
}

type Variables = Readonly<Record<string, string | undefined>>

/** The command line that `readFlags` reads. */
export type Grammar<Table extends Flags> = {
  readonly flags: Table
  readonly words?: Words
  /** The command takes the command line of tests after `--`. */
  readonly takesCommand?: true
  /** Returns an error message for values that conflict in a way that the table cannot express. */
  readonly problem?: (given: Given<Table>) => string | undefined
}

/**
 * Reads a command line. Throws `UsageError` for an unknown flag, a missing or wrong value, flags that
 * do not go together, and an extra word. Returns `undefined` if `--help` is among the flags.
 */
export function readFlags<const Table extends Flags>(
  argv: readonly string[],
  { flags, words: known = { most: 0 }, takesCommand, problem }: Grammar<Table>,
  variables: Variables = process.env,
): Given<Table> | undefined {
  const end = takesCommand && argv.includes('--') ? argv.indexOf('--') : argv.length
  const { values, positionals } = parse(argv.slice(0, end), flags)
  if (values['help'] === true) return undefined
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
    valueOf(name, flag, values[name] ?? fromVariables.get(name) ?? flag.default),
  ])
  const given = {
    ...Object.fromEntries(read),
    words: positionals,
    testCommand: argv.slice(end + 1),
    named: new Set(Object.keys(values)),
  } as Given<Table>
  const sentence = problem?.(given)
  if (sentence !== undefined) throw new UsageError(sentence)
  return given
}

type RawValue = string | boolean | readonly (string | boolean)[] | undefined

const camelCase = (name: string) =>
  name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** The variable of a flag. Empty means unset, as in CI. */
const variableOf = (flag: string, variables: Variables): string | undefined =>
  variables[`UNDERSTUDY_${flag.toUpperCase().replaceAll('-', '_')}`] || undefined

function valueOf(name: string, flag: Flag, raw: RawValue): unknown {
  if (flag.value === undefined) return raw === true
  if (flag.isRepeatable)
    return [raw ?? []].flat().map((text) => parseValue(name, flag, String(text)))
  return raw === undefined ? undefined : parseValue(name, flag, String(raw))
}

function parseValue(name: string, { type }: Flag, text: string): unknown {
  if (type === undefined) return text
  const value = type.read(text)
  if (value !== undefined) return value
  const { takes, isSecret, words = [], hint } = type
  // The text before an @ may be a password.
  const but = isSecret || text.includes('@') ? '' : `, not \`${text}\``
  const advice = hint === undefined ? guessText(text, words) : ` ${hint}`
  throw new UsageError(`--${name} takes ${takes}${but}.${advice}`)
}

function refuseWords(
  words: readonly string[],
  { most, missing }: Words,
  takesCommand: boolean | undefined,
): void {
  const extra = words[most]
  if (extra !== undefined && takesCommand)
    throw new UsageError(
      `\`${extra}\` is not a flag: write the test command after --, as in \`-- npx vitest run\`.`,
    )
  // The message does not repeat an unexpected word: it could be a misplaced password.
  if (extra !== undefined)
    throw new UsageError(
      most === 0
        ? 'An argument has no flag before it; see --help.'
        : `This argument is unexpected: \`${extra}\`; see --help.`,
    )
  if (missing !== undefined && words.length === 0) throw new UsageError(missing)
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
    // A variable set for another command is ignored without its needed flags, unless they can be variables.
    const isIdle = isFromVariable(name) && !needs.some((other) => flags[other]?.variable)
    if (needs.length > 0 && !isIdle && !needs.some(has))
      throw new UsageError(`--${name} only works together with ${orList(needs)}.`)
    const other = Object.keys(excludes).find((one) => flags[one] !== undefined && has(one))
    if (other !== undefined && !isFromVariable(name))
      throw new UsageError(`--${name} cannot be used with --${other}: ${excludes[other]}.`)
  }
}

const orList = (names: readonly string[]) => names.map((name) => `--${name}`).join(' or ')

function parse(argv: readonly string[], table: Flags) {
  const options = Object.entries(table).map(([name, { value, isRepeatable }]) => [
    name,
    { type: value === undefined ? 'boolean' : 'string', multiple: isRepeatable ?? false },
  ])
  const help = { type: 'boolean', short: 'h' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...Object.fromEntries(options), help },
      strict: true,
      allowPositionals: true,
    })
    return { values: values as Readonly<Record<string, RawValue>>, positionals }
  } catch (error) {
    throw new UsageError(explainParseError(error, table))
  }
}

/** The sentence for an error of `parseArgs`, whose own message would repeat the value. */
function explainParseError(error: unknown, table: Flags): string {
  const { code, message } = error as { readonly code?: string; readonly message: string }
  const name = /'(?:-\w, )?--?([\w-]+)/.exec(message)?.[1] ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `There is no flag --${name}. ${didYouMean(name, Object.keys(table), '--')}`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return String(error)
  return table[name]?.value === undefined
    ? `--${name} does not accept a value.`
    : `--${name} needs a value. If it begins with a dash, write --${name}=VALUE.`
}

/** Adds `needs` to each flag that has none: the flag only works together with one of these flags. */
export const onlyWith = <const Table extends Flags>(needs: readonly string[], table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([name, flag]) => [name, { needs, ...flag }]),
  ) as unknown as Table
