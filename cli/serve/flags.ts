import { toMilliseconds } from '../../contract/duration.ts'
import { ownLimits } from '../../contract/limits.ts'
import { configFlags } from '../config/flags.ts'
import { accessFlags, parseOriginFlag, parsePublicUrl, parseToken } from './access-flags.ts'
import { fixtureNames, knownProfiles } from '../../contract/shipped-names.ts'
import {
  type Flags,
  type FlagValues,
  helpText,
  parseInteger,
  quietFlag,
  readFlags,
  UsageError,
} from '../command-line.ts'

// `Intl.NumberFormat` takes 17 ms to load.
function formatNumber(value: number): string {
  const digits = String(value)
  return value < 1000 ? digits : `${formatNumber(Math.floor(value / 1000))},${digits.slice(-3)}`
}

/** Default limits of `--demo`, for all visitors together. */
const demoLimits = { worlds: 500, streams: 2000 }

/** The flags of a fake: which deployment it plays, with which data. */
export const playedFlags = {
  profile: {
    value: 'NAME|PATH',
    default: 'documented',
    values: knownProfiles,
    help: 'the deployment to play: documented, deployed-0.8, or a file or folder of your own',
  },
  fixture: {
    value: 'NAME|FILE',
    default: 'demo',
    values: fixtureNames,
    help: `the data at start: ${fixtureNames.join(', ')}, or a YAML or JSON file of your own`,
  },
} as const satisfies Flags

export const serveFlags = {
  port: { value: 'N', default: '4010', help: 'port to listen on; 0 takes a free one' },
  host: { value: 'ADDRESS', default: '127.0.0.1', help: 'address to listen on' },
  ...playedFlags,
  scenarios: {
    value: 'DIR',
    help: 'your own scripts of turns, tried before the shipped ones; edits apply to the next turn',
  },
  from: {
    value: 'FOLDER',
    help: 'the data, scripts and profile of a folder that `import` wrote',
  },
  speed: { value: 'N|max', default: '1', values: ['max'], help: 'divides the pauses of streams' },
  seed: {
    value: 'TEXT',
    help: 'derives ids, tokens and keys from this text (default: understudy; random at each start where others can reach the server)',
  },
  ...accessFlags,
  data: { value: 'DIR', help: 'stores worlds in this folder, so that they survive a restart' },
  fsync: {
    help: 'with --data: writes each change to disk at once, so that it survives a power loss',
  },
  snapshot: {
    value: 'FILE',
    help: 'restores the default world from a snapshot, unless --data already has one',
  },
  demo: { help: 'gives each visitor their own world by a cookie, for a public server' },
  idle: {
    value: 'TIME',
    help: 'with --demo: deletes a world after this long without a request (default: 30m)',
  },
  rate: { value: 'N', help: 'with --demo: calls per second allowed to one visitor (default: 20)' },
  worlds: {
    value: 'N',
    help: `worlds at a time (default: ${formatNumber(ownLimits.worlds)}; ${formatNumber(demoLimits.worlds)} with --demo)`,
  },
  streams: {
    value: 'N',
    help: `streams at a time (default: ${formatNumber(ownLimits.streams)}; ${formatNumber(demoLimits.streams)} with --demo)`,
  },
  mutant: {
    value: 'ID|list',
    values: async () => ['list', ...(await import('./mutant.ts')).mutantIds],
    help: 'starts with one deliberate bug, to see a conformance check fail; `list` prints all',
  },
  replica: {
    value: 'NAME',
    help: 'the name of this server among several behind a load balancer; see docs/scale-out.md',
  },
  'secret-file': {
    value: 'FILE',
    help: 'derives keys and tokens from the text in this file; all replicas need the same',
  },
  drain: {
    value: 'TIME',
    default: '0s',
    help: 'after SIGTERM or Ctrl-C, lets open streams end for this long before it exits',
  },
  verbose: { help: 'logs each call to standard error, and why it was refused' },
  json: { help: 'prints one line of JSON once the server is ready' },
  ...quietFlag,
  ...configFlags,
} as const satisfies Flags

export const serveHelp = () =>
  helpText(
    'agent-understudy serve [flags]',
    'Runs the fake platform as an HTTP server.',
    serveFlags,
  )

export type ServeFlags = Exclude<ReturnType<typeof readServeFlags>, 'help'>

/** Reads the flags of `serve`; throws `UsageError` for invalid flags. */
export function readServeFlags(argv: readonly string[]) {
  const given = readFlags(argv, serveFlags)
  if (given.help) return 'help'
  refuseConflicts(given)
  refuseBesideFrom(given.from, argv)
  const { worlds, streams } = given.demo ? demoLimits : ownLimits
  return {
    ...given,
    /** Whether the command line names a profile, the default one included. */
    namesProfile: argv.some((word) => /^--profile(=|$)/.test(word)),
    port: parseInteger('port', given.port, 0, 65_535),
    /** `Infinity` removes all pauses. */
    speed: parseSpeed(given.speed),
    controlToken: parseToken(given['control-token']),
    /** The URL without a slash at the end. */
    publicUrl: parsePublicUrl(given['public-url']),
    controlOrigins: given['control-origin'].map((text) =>
      parseOriginFlag('--control-origin', text),
    ),
    allowOrigins: given['allow-origin'].map((text) => parseOriginFlag('--allow-origin', text)),
    idle: given.idle ?? '30m',
    drain: parseDrain(given.drain),
    replica: parseReplica(given.replica),
    secretFile: given['secret-file'],
    rate: parseInteger('rate', given.rate ?? '20', 1, 10_000),
    worlds: parseInteger('worlds', given.worlds ?? String(worlds), 1, 1_000_000),
    streams: parseInteger('streams', given.streams ?? String(streams), 1, 1_000_000),
  }
}

/** What a folder of an import has itself. */
const partsOfFolder = ['fixture', 'scenarios', 'profile', 'snapshot']

function refuseBesideFrom(folder: string | undefined, argv: readonly string[]): void {
  if (folder === undefined) return
  const beside = partsOfFolder.find((name) =>
    argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)),
  )
  if (beside !== undefined)
    throw new UsageError(
      `--from ${folder} has data, scripts and a profile of its own, so it cannot be used with --${beside}. To replace one of them, pass the others by their own flags: --fixture ${folder}/fixture.yaml, --scenarios ${folder}/scenarios, --profile ${folder}/profile.`,
    )
}

function refuseConflicts(given: FlagValues<typeof serveFlags>): void {
  const { demo, idle, rate, data, fsync, snapshot, replica } = given
  if (demo && replica !== undefined)
    throw new UsageError(
      '--demo cannot be used with --replica: a visitor gets a world from the server that the first request reaches, which need not be the replica of that world.',
    )
  if (given.quiet && given.verbose)
    throw new UsageError('--quiet and --verbose contradict each other: use only one of them.')
  if (fsync && data === undefined)
    throw new UsageError(
      '--fsync only works together with --data: nothing else is written to disk.',
    )
  if (!demo && (idle ?? rate) !== undefined)
    throw new UsageError(
      `--${idle === undefined ? 'rate' : 'idle'} only works together with --demo.`,
    )
  if (demo && data !== undefined)
    throw new UsageError('--demo keeps nothing after a restart, so it cannot be used with --data.')
  if (demo && snapshot !== undefined)
    throw new UsageError(
      `--demo has no default world, so it cannot be used with --snapshot. Write --fixture ${snapshot}: each visitor then starts with the records of the snapshot.`,
    )
}

/** The longest `--drain`, in milliseconds. */
const longestDrain = 3_600_000

function parseDrain(text: string): number {
  const ms = toMilliseconds(text)
  if (ms !== undefined && ms <= longestDrain) return ms
  throw new UsageError(`--drain takes a time of at most 1h, such as 30s, not \`${text}\`.`)
}

function parseReplica(name: string | undefined): string | undefined {
  if (name === undefined || /^[\w.-]{1,64}$/.test(name)) return name
  throw new UsageError('--replica takes 1 to 64 letters, digits, dots, dashes and underscores.')
}

/** Reads a speed, `Infinity` for `max`; throws `UsageError`. */
export function parseSpeed(text: string): number {
  if (text === 'max') return Number.POSITIVE_INFINITY
  const speed = Number(text)
  const { min, max } = ownLimits.speed
  if (text.trim() !== '' && speed >= min && speed <= max) return speed
  throw new UsageError(`--speed takes a number from ${min} to ${max}, or \`max\`, not \`${text}\`.`)
}
