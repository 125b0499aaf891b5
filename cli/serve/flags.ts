import { ownLimits } from '../../contract/limits.ts'
import { httpUrl, isToken } from '../../mocks/control/access.ts'
import { fixtureNames } from '../world-data.ts'
import { readFlags, UsageError, parseInteger } from '../command-line.ts'

// What writes numbers for any language takes 17 ms to load.
function formatNumber(value: number): string {
  const digits = String(value)
  return value < 1000 ? digits : `${formatNumber(Math.floor(value / 1000))},${digits.slice(-3)}`
}

/** What visitors may take together, unless told otherwise. */
const demoLimits = { worlds: 500, streams: 2000 }

export const serveHelp = `understudy serve: the fake platform over HTTP

  --port N            port to listen on (4010; 0 takes a free one)
  --host ADDRESS      address to listen on (127.0.0.1)
  --profile NAME|FILE how the deployment answers (documented)
  --fixture NAME      what it holds at start: ${fixtureNames.join(', ')} (demo)
  --scenarios DIR     your own scripts of turns, before the shipped ones; edits play at once
  --speed N|max       divides the pauses of streams (1)
  --seed TEXT         what ids, tokens and keys are derived from (understudy; drawn
                      at each start where others can reach the server)
  --control-token T   what calls to /__control need; without it only this machine may call
  --public-url URL    where others reach it, behind a proxy or by a name
  --control-origin O  let pages of this origin call /__control; may be repeated
  --data DIR          keep worlds over restarts, in a folder of their own
  --fsync             with --data: let every change outlast a loss of power, too
  --snapshot FILE     the default world begins as it tells, unless --data has one
  --demo              a world for each visitor, by cookie, for a host that others reach
  --idle TIME         with --demo: a world ends when nothing is done in it for as long (30m)
  --rate N            with --demo: calls a second that a visitor may make (20)
  --worlds N          worlds at a time (${formatNumber(ownLimits.worlds)}; ${formatNumber(demoLimits.worlds)} with --demo)
  --streams N         streams at a time (${formatNumber(ownLimits.streams)}; ${formatNumber(demoLimits.streams)} with --demo)
  --mutant ID|list    be wrong in one point, on purpose: what a check of the judge tells
  --verbose           tell of each call on standard error, and why it was refused
  --json              print one line of JSON once it is ready`

const flags = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  profile: { type: 'string', default: 'documented' },
  fixture: { type: 'string', default: 'demo' },
  scenarios: { type: 'string' },
  speed: { type: 'string', default: '1' },
  seed: { type: 'string' },
  'control-token': { type: 'string' },
  'public-url': { type: 'string' },
  'control-origin': { type: 'string', multiple: true },
  data: { type: 'string' },
  fsync: { type: 'boolean', default: false },
  snapshot: { type: 'string' },
  demo: { type: 'boolean', default: false },
  idle: { type: 'string' },
  rate: { type: 'string' },
  worlds: { type: 'string' },
  streams: { type: 'string' },
  mutant: { type: 'string' },
  verbose: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** What `serve` was told. */
export type ServeFlags = {
  readonly port: number
  readonly host: string
  /** The name of a shipped profile, or a file. */
  readonly profile: string
  readonly fixture: (typeof fixtureNames)[number]
  readonly scenarios: string | undefined
  /** Divides pauses; `Infinity` leaves none. */
  readonly speed: number
  /** As it was given; unless it is, others who know the default could work out every id. */
  readonly seed: string | undefined
  readonly controlToken: string | undefined
  /** Where others reach it, without a slash at the end. */
  readonly publicUrl: string | undefined
  readonly controlOrigins: readonly string[]
  /** A folder that keeps worlds. */
  readonly data: string | undefined
  readonly fsync: boolean
  /** A file of which the default world is made. */
  readonly snapshot: string | undefined
  /** Whether each visitor gets a world of their own. */
  readonly demo: boolean
  /** How long the world of a visitor lasts in which nothing is done, as it was written. */
  readonly idle: string
  /** Calls a second of one visitor. */
  readonly rate: number
  /** Worlds and streams at a time. */
  readonly worlds: number
  readonly streams: number
  /** The wrong server to be, or `list`. */
  readonly mutant: string | undefined
  readonly verbose: boolean
  readonly json: boolean
}

/** Reads the flags of `serve`; throws `UsageError` for wrong ones. */
export function readServeFlags(argv: readonly string[]): ServeFlags | 'help' {
  const { help, ...given } = readFlags(argv, flags)
  if (help) return 'help'
  if (given.fsync && given.data === undefined)
    throw new UsageError('--fsync needs --data: without it nothing is kept.')
  refuseConflicts(given)
  const { worlds, streams } = given.demo ? demoLimits : ownLimits
  return {
    ...given,
    idle: given.idle ?? '30m',
    rate: parseInteger('rate', given.rate ?? '20', 1, 10_000),
    worlds: parseInteger('worlds', given.worlds ?? String(worlds), 1, 1_000_000),
    streams: parseInteger('streams', given.streams ?? String(streams), 1, 1_000_000),
    seed: given.seed,
    scenarios: given.scenarios,
    data: given.data,
    snapshot: given.snapshot,
    mutant: given.mutant,
    port: parseInteger('port', given.port, 0, 65_535),
    speed: parseSpeed(given.speed),
    fixture: parseFixture(given.fixture),
    controlToken: parseToken(given['control-token']),
    publicUrl: parsePublicUrl(given['public-url']),
    controlOrigins: (given['control-origin'] ?? []).map(parseOrigin),
  }
}

type ConflictingFlags = Readonly<Partial<Record<'idle' | 'rate' | 'data' | 'snapshot', string>>> & {
  readonly demo: boolean
}

/** Refuses what visitors are needed for where there are none, and what they can't have. */
function refuseConflicts({ demo, idle, rate, data, snapshot }: ConflictingFlags): void {
  if (!demo && (idle ?? rate) !== undefined)
    throw new UsageError(
      `--${idle === undefined ? 'rate' : 'idle'} needs --demo: it is of visitors.`,
    )
  if (demo && data !== undefined)
    throw new UsageError('--demo keeps nothing over restarts: leave --data out.')
  if (demo && snapshot !== undefined)
    throw new UsageError('--demo has no default world to begin with --snapshot: leave it out.')
}

// A variable that is not set must not leave the door open, so an empty token is refused.
function parseToken(text: string | undefined): string | undefined {
  if (text === undefined || isToken(text)) return text
  throw new UsageError('--control-token takes visible ASCII characters, at least one.')
}

function parsePublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = httpUrl(text)
  if (url !== undefined && url.username + url.password + url.search + url.hash === '')
    return url.href.replace(/\/$/, '')
  throw new UsageError('--public-url takes a URL such as https://demo.example.com.')
}

function parseOrigin(text: string): string {
  const url = httpUrl(text)
  if (url?.href === `${url?.origin}/`) return url.origin
  throw new UsageError('--control-origin takes an origin such as http://localhost:3000.')
}

function parseSpeed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY
  const speed = Number(text)
  const { min, max } = ownLimits.speed
  if (text.trim() !== '' && speed >= min && speed <= max) return speed
  throw new UsageError(`--speed takes a number from ${min} to ${max}, or \`max\`, not \`${text}\`.`)
}

function parseFixture(name: string) {
  const found = fixtureNames.find((one) => one === name)
  if (found === undefined)
    throw new UsageError(`There is no fixture \`${name}\`: choose ${fixtureNames.join(', ')}.`)
  return found
}
