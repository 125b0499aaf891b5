import { plans } from '../../conformance/session/check.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import {
  type Flags,
  type FlagValues,
  parseInteger,
  parseWord,
  quietFlag,
  readFlags,
  UsageError,
} from '../command-line.ts'
import { targetFlags as namedTargetFlags } from '../config/flags.ts'
import { allowsProduction, productionFlags } from '../production.ts'
import { fileFormats, type RequestedReport } from './reports.ts'

/** Flags for the address of a deployment and the connection to it. */
export const targetFlags = {
  ...namedTargetFlags,
  'base-url': { value: 'URL', help: 'the root address of the deployment' },
  email: { value: 'EMAIL', help: 'a user made for tests' },
  password: { value: 'TEXT', help: 'the password of that user' },
  'other-email': { value: 'EMAIL', help: 'a second user, for the rules of ownership' },
  'other-password': { value: 'TEXT', help: 'the password of the second user' },
  'api-key': { value: 'KEY', help: 'a key with full access, for a deployment without login' },
  'expired-token': { value: 'TOKEN', help: 'an access token that has expired' },
  ca: { value: 'FILE', help: 'PEM certificates to trust, besides those that Node trusts' },
  proxy: {
    value: 'URL',
    help: 'goes through this HTTP proxy (default: HTTPS_PROXY and NO_PROXY of the environment)',
  },
} as const satisfies Flags

/** Flags that limit a run. */
export const runFlags = {
  plan: {
    value: 'PLAN',
    default: 'core',
    values: plans,
    help: 'smoke (only reads), core (no agent turns), turn, full or destructive',
  },
  grace: { value: 'MS', help: 'how long a change may take to become visible (default: 3000)' },
  timeout: {
    value: 'MS',
    help: 'the time limit of one request and its response (default: 30000)',
  },
  'max-time': {
    value: 'MS',
    help: 'the time limit of the run (default: 600000); then the remaining checks are skipped. The clean-up can take another minute',
  },
  'max-turns': {
    value: 'N',
    help: 'starts at most N turns of an agent, also on a target that refuses nothing, and skips the rest',
  },
  rate: { value: 'N', help: 'sends at most N requests per second' },
  'dry-run': { help: 'prints the cost of the selected checks, and sends nothing' },
  ledger: {
    value: 'FILE',
    help: 'records everything that the run creates (default: .understudy/residue-<host>.ndjson); `agent-understudy conform gc` deletes the records of a killed run',
  },
  ...productionFlags('runs a plan that writes'),
  ...quietFlag,
} as const satisfies Flags

/** Flags of the turn that shows tool calls and suggestions. */
const turnFlags = {
  'tool-query': {
    value: 'TEXT',
    help: 'a query for which the agent calls a tool (default: a suggested question of the agent)',
  },
  agent: {
    value: 'ID',
    help: 'an agent that calls tools and suggests questions (default: a listed agent that does)',
  },
} as const satisfies Flags

/** What `--only` can name: a pattern for each section of checks, and their ids. */
export function checkPatterns(checks: readonly { readonly id: string }[]): readonly string[] {
  const ids = checks.map(({ id }) => id)
  return [...new Set(ids.map((id) => `${id.split('.')[0]}.*`)), ...ids]
}

/** Flags that select checks and the destination of results. */
export const reportFlags = {
  only: {
    value: 'GLOB',
    values: async () =>
      checkPatterns((await import('../../conformance/checks/all-checks.ts')).allChecks),
    isRepeatable: true,
    help: 'runs only checks whose id matches, such as keys.*',
  },
  profile: {
    value: 'PATH',
    help: 'also compares responses with the shapes in this profile; a difference is only reported, but fails with --strict',
  },
  baseline: {
    value: 'FILE',
    help: 'known failures, each with an owner, a reason and an expiry date',
  },
  'write-baseline': {
    value: 'FILE',
    help: 'writes a baseline with the current failures; fill in the owners and reasons',
  },
  report: {
    value: 'FORMAT=FILE',
    values: [...fileFormats.map((format) => `${format}=`), 'github'],
    isRepeatable: true,
    help: 'writes a report: json, junit, markdown (for the summary of a step) or html; `--report github` prints annotations for GitHub Actions',
  },
  list: { help: 'lists the selected checks with level, plan and clause; sends nothing' },
  json: { help: 'prints the report, or the list, as JSON' },
  strict: { help: 'treats warnings, and differences from the shapes of --profile, as failures' },
} as const satisfies Flags

export const conformFlags = { ...targetFlags, ...runFlags, ...turnFlags, ...reportFlags } as const

export type ConformFlags = ReturnType<typeof readConformFlags>

type Variables = Readonly<Record<string, string | undefined>>

/** Reads the flags of `conform`; environment variables replace missing credentials. */
export function readConformFlags(argv: readonly string[], variables: Variables = {}) {
  const given = readFlags(argv, conformFlags)
  // A list needs no deployment.
  const run = parseRunFlags(
    given.list ? { ...given, 'base-url': 'http://localhost' } : given,
    variables,
  )
  if (given.json && given.report.includes('github'))
    throw new UsageError('--json and --report github both write to stdout: use only one of them.')
  return {
    ...run,
    target: { ...run.target, toolQuery: given['tool-query'], agentId: given.agent },
    only: given.only,
    profile: given.profile,
    reports: given.report.map(parseReport),
    baseline: given.baseline,
    writeBaseline: given['write-baseline'],
    list: given.list,
    json: given.json,
    strict: given.strict,
  }
}

/** Validates the values of `targetFlags` and `runFlags`; throws `UsageError`. */
export function parseRunFlags(
  given: FlagValues<typeof targetFlags & typeof runFlags>,
  variables: Variables,
) {
  const credentials = readCredentials(given, variables)
  const grace = parseMilliseconds('grace', given.grace)
  const timeout = parseMilliseconds('timeout', given.timeout)
  const maxTime = parseMilliseconds('max-time', given['max-time'])
  return {
    help: given.help,
    target: { baseUrl: given.help ? '' : parseUrl(given['base-url']), ...credentials },
    ca: given.ca,
    proxy: given.proxy,
    plan: parseWord('--plan', given.plan, plans),
    ...(grace !== undefined && { grace }),
    ...(timeout !== undefined && { timeout }),
    ...(maxTime !== undefined && { maxTime }),
    maxTurns: optionalInteger('max-turns', given['max-turns'], 0),
    rate: optionalInteger('rate', given.rate, 1),
    dryRun: given['dry-run'],
    ledgerFile: given.ledger,
    quiet: given.quiet,
    allowsProduction: allowsProduction(given),
  }
}

/** Reads credentials, also from variables: others on the machine can see a command line. */
function readCredentials(
  given: FlagValues<typeof targetFlags>,
  variables: Variables,
): Omit<Target, 'baseUrl'> {
  const read = (name: Exclude<keyof typeof targetFlags, 'no-config'>) =>
    given[name] ?? variableOf(name, variables)
  for (const [one, two] of [
    ['email', 'password'],
    ['other-email', 'other-password'],
  ] as const)
    requirePair(one, read(one), two, read(two))
  return {
    email: read('email'),
    password: read('password'),
    otherEmail: read('other-email'),
    otherPassword: read('other-password'),
    apiKey: read('api-key'),
    expiredToken: read('expired-token'),
  }
}

/** The variable of a flag, such as `UNDERSTUDY_API_KEY`. Empty means unset, as in CI. */
export const variableOf = (flag: string, variables: Variables): string | undefined =>
  variables[`UNDERSTUDY_${flag.toUpperCase().replaceAll('-', '_')}`] || undefined

/** Throws `UsageError` if only one of two flags that belong together has a value. */
export function requirePair(
  one: string,
  first: string | undefined,
  two: string,
  second: string | undefined,
): void {
  if ((first === undefined) !== (second === undefined))
    throw new UsageError(`--${one} and --${two} must be used together.`)
}

function parseUrl(value: string | undefined): string {
  if (value === undefined)
    throw new UsageError(
      '--base-url is required: the address of the deployment; or --target, the name of one in a config file.',
    )
  const url = URL.parse(value)
  if (url?.username || url?.password)
    throw new UsageError('--base-url must not contain a user; see --email.')
  if (url && /^https?:$/.test(url.protocol)) return value
  throw new UsageError(`--base-url takes an http or https address, not ${value}.`)
}

const optionalInteger = (flag: string, value: string | undefined, least: number) =>
  value === undefined ? undefined : parseInteger(flag, value, least, 10_000)

function parseMilliseconds(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  throw new UsageError(`--${flag} takes a whole number of milliseconds, not ${value}.`)
}

/** Reads a value of `--report`, such as `html=FILE`; throws `UsageError`. */
export function parseReport(value: string): RequestedReport {
  const [format = '', ...rest] = value.split('=')
  const file = rest.join('=')
  if (format === 'github' && file === '') return { format }
  if (file === '')
    throw new UsageError(`--report takes ${fileFormats.join(', ')}, each with =FILE, or github.`)
  return { format: parseWord('--report', format, fileFormats), file }
}
