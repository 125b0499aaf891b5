import type { parseArgs } from 'node:util'
import { type Plan, plans } from '../../conformance/session/check.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import { nearest } from '../../contract/nearest.ts'
import { fileFormats, type RequestedReport } from './reports.ts'
import { readFlags, UsageError, parseInteger } from '../command-line.ts'

export type ConformFlags = {
  readonly target: Target
  readonly ca?: string | undefined
  readonly proxy?: string | undefined
  readonly plan: Plan
  readonly only: readonly string[]
  readonly grace?: number
  readonly timeout?: number
  readonly maxTime?: number
  readonly maxTurns?: number | undefined
  readonly rate?: number | undefined
  readonly dryRun: boolean
  readonly reports: readonly RequestedReport[]
  /** A file of known failures. */
  readonly baseline?: string
  /** Where to write one made of this run. */
  readonly writeBaseline?: string
  /** The file of the residue ledger; one named after the target unless given. */
  readonly ledgerFile?: string | undefined
  /** Lets a plan that writes run on what looks like production. */
  readonly allowsProduction: boolean
  readonly strict: boolean
  readonly json: boolean
  readonly help: boolean
}

const textFlag = { type: 'string' } as const
const repeatableFlag = { type: 'string', multiple: true } as const
const booleanFlag = { type: 'boolean' } as const

const options = {
  'base-url': textFlag,
  email: textFlag,
  password: textFlag,
  'other-email': textFlag,
  'other-password': textFlag,
  'api-key': textFlag,
  'expired-token': textFlag,
  ca: textFlag,
  proxy: textFlag,
  plan: textFlag,
  only: repeatableFlag,
  grace: textFlag,
  timeout: textFlag,
  'max-time': textFlag,
  'max-turns': textFlag,
  rate: textFlag,
  'dry-run': booleanFlag,
  report: repeatableFlag,
  baseline: textFlag,
  'write-baseline': textFlag,
  ledger: textFlag,
  'i-know-this-is-production': booleanFlag,
  strict: booleanFlag,
  json: booleanFlag,
  help: booleanFlag,
} as const

/** What the environment may tell as well: an argument can be read by all on the same machine. */
const credentials = [
  'email',
  'password',
  'other-email',
  'other-password',
  'api-key',
  'expired-token',
] as const

/**
 * Reads the flags of `conform`, and credentials from variables such as `UNDERSTUDY_PASSWORD` where
 * no flag gives them. Throws `UsageError` with one sentence that says what is wrong.
 */
export function readConformFlags(
  argv: readonly string[],
  variables: Readonly<Record<string, string | undefined>> = {},
): ConformFlags {
  const values: Values = { ...readCredentials(variables), ...readFlags(argv, options) }
  requirePair(values, 'email', 'password')
  requirePair(values, 'other-email', 'other-password')
  if (values.json && values.report?.includes('github')) {
    throw new UsageError('--json and --report github both write to stdout: take one of them.')
  }
  const grace = parseMilliseconds('grace', values.grace)
  const timeout = parseMilliseconds('timeout', values.timeout)
  const maxTime = parseMilliseconds('max-time', values['max-time'])
  return {
    target: {
      baseUrl: values.help ? '' : parseUrl(values['base-url']),
      email: values.email,
      password: values.password,
      otherEmail: values['other-email'],
      otherPassword: values['other-password'],
      apiKey: values['api-key'],
      expiredToken: values['expired-token'],
    },
    ca: values.ca,
    proxy: values.proxy,
    plan: parseWord('--plan', values.plan ?? 'core', plans),
    only: values.only ?? [],
    ...(grace === undefined ? {} : { grace }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(maxTime === undefined ? {} : { maxTime }),
    maxTurns: optionalInteger('max-turns', values['max-turns'], 0),
    rate: optionalInteger('rate', values.rate, 1),
    dryRun: values['dry-run'] ?? false,
    reports: (values.report ?? []).map(parseReport),
    ...(values.baseline === undefined ? {} : { baseline: values.baseline }),
    ...(values['write-baseline'] === undefined ? {} : { writeBaseline: values['write-baseline'] }),
    ledgerFile: values.ledger,
    allowsProduction: values['i-know-this-is-production'] ?? false,
    strict: values.strict ?? false,
    json: values.json ?? false,
    help: values.help ?? false,
  }
}

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

function readCredentials(variables: Readonly<Record<string, string | undefined>>): Values {
  const given = credentials
    .map((name) => [name, variables[`UNDERSTUDY_${name.toUpperCase().replace('-', '_')}`]])
    // An input that a pipeline leaves out comes as an empty variable.
    .filter(([, value]) => value)
  return Object.fromEntries(given) as Values
}

function didYouMean(word: string, allowed: readonly string[]): string {
  const guess = nearest(word, allowed)
  return guess === undefined ? ' See --help.' : ` Did you mean ${guess}?`
}

type TextFlag = 'email' | 'password' | 'other-email' | 'other-password'

function requirePair(values: Values, one: TextFlag, two: TextFlag): void {
  if ((values[one] === undefined) !== (values[two] === undefined)) {
    throw new UsageError(`--${one} and --${two} belong together.`)
  }
}

function parseUrl(value: string | undefined): string {
  if (value === undefined) throw new UsageError('--base-url is required: the target to judge.')
  const url = URL.parse(value)
  if (url?.username || url?.password)
    throw new UsageError('--base-url must not hold a user; see --email.')
  if (url && /^https?:$/.test(url.protocol)) return value
  throw new UsageError(`--base-url is no http or https address: ${value}`)
}

function parseWord<Word extends string>(
  name: string,
  value: string,
  allowed: readonly Word[],
): Word {
  const found = allowed.find((word) => word === value)
  if (found !== undefined) return found
  const hint = didYouMean(value, allowed)
  throw new UsageError(`${name} is one of ${allowed.join(', ')}, not ${value}.${hint}`)
}

const optionalInteger = (
  name: string,
  value: string | undefined,
  least: number,
): number | undefined =>
  value === undefined ? undefined : parseInteger(name, value, least, 10_000)

function parseMilliseconds(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  throw new UsageError(`--${name} is a whole number of milliseconds, not ${value}.`)
}

function parseReport(value: string): RequestedReport {
  const [format = '', ...rest] = value.split('=')
  const file = rest.join('=')
  if (format === 'github' && file === '') return { format }
  if (file === '') {
    throw new UsageError(`--report is ${fileFormats.join(', ')}, each with =FILE, or github.`)
  }
  return { format: parseWord('--report', format, fileFormats), file }
}
