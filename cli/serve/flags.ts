import { ownLimits } from '../../contract/limits.ts'
import type { Flags, ParsedCommandLine } from '../flags.ts'
import { configFlags, listenFlags, logFlags, playedFlags, speedFlag } from '../shared-flags.ts'
import {
  amount,
  baseAddress,
  duration,
  origin,
  price,
  textLike,
  token,
  wholeNumber,
} from '../value-types.ts'

// Formats a number without `Intl.NumberFormat`, which takes 17 ms to load.
function formatNumber(value: number): string {
  const digits = String(value)
  return value < 1000 ? digits : `${formatNumber(Math.floor(value / 1000))},${digits.slice(-3)}`
}

/** Default limits of `--demo`, for all visitors together. */
const demoLimits = { worlds: 500, streams: 2000 }

/** The port of a server that is started without `--port`. */
export const usualPort = '4010'

const fromExclusionReason =
  'the folder has data, scripts and a profile of its own. To replace one of them, leave out --from, and pass the others by their own flags: --fixture FOLDER/fixture.yaml, --scenarios FOLDER/scenarios, --profile FOLDER/profile'

const listening = listenFlags(usualPort)
const logging = logFlags('logs each call to standard error, and why it was refused')

export const serveFlags = {
  port: { ...listening.port, config: 'setting' },
  host: listening.host,
  profile: { ...playedFlags.profile, config: 'setting-outside-runs' },
  fixture: playedFlags.fixture,
  scenarios: {
    ...playedFlags.scenarios,
    help: 'your own scripts of turns, tried before the shipped ones; edits apply to the next turn',
  },
  from: {
    value: 'FOLDER',
    excludes: {
      fixture: fromExclusionReason,
      scenarios: fromExclusionReason,
      profile: fromExclusionReason,
      snapshot: fromExclusionReason,
    },
    help: 'the data, scripts and profile of a folder that `import` or `init demo` wrote',
  },
  speed: { ...speedFlag, default: '1', help: 'divides the pauses of streams' },
  seed: {
    value: 'TEXT',
    help: 'derives ids, tokens and keys from this text (default: understudy; random at each start where others can reach the server)',
  },
  'allow-origin': {
    value: 'ORIGIN',
    type: origin,
    isRepeatable: true,
    config: 'setting',
    help: 'lets pages of this origin call, in addition to those that the profile lists',
  },
  'control-token': {
    value: 'TOKEN',
    type: token,
    variable: true,
    help: 'requires this token for calls to /__control (default: the variable UNDERSTUDY_CONTROL_TOKEN); without it only this machine may call',
  },
  'public-url': {
    value: 'URL',
    type: baseAddress('https://demo.example.com'),
    help: 'the URL by which others reach the server, such as that of a proxy',
  },
  'control-origin': {
    value: 'ORIGIN',
    type: origin,
    isRepeatable: true,
    help: 'lets pages of this origin call /__control',
  },
  data: { value: 'DIR', help: 'stores worlds in this folder, so that they survive a restart' },
  fsync: {
    needs: ['data'],
    help: 'with --data: writes each change to disk at once, so that it survives a power loss',
  },
  snapshot: {
    value: 'FILE',
    help: 'restores the default world from a snapshot, unless --data already has one',
  },
  demo: {
    excludes: {
      replica:
        'a visitor gets a world from the server that the first request reaches, which need not be the replica of that world',
      data: 'a demo keeps nothing after a restart. To keep worlds, leave out --demo and give each visitor a named world',
      snapshot:
        'a demo has no default world. Pass the file as --fixture: each visitor then starts with the records of the snapshot',
    },
    help: 'gives each visitor their own world by a cookie, for a public server',
  },
  idle: {
    value: 'TIME',
    type: duration({ min: '1s', max: '7d', example: '30m' }),
    needs: ['demo'],
    help: 'with --demo: deletes a world after this long without a request (default: 30m)',
  },
  rate: {
    value: 'N',
    type: wholeNumber(1, 10_000),
    needs: ['demo'],
    help: 'with --demo: calls per second allowed to one visitor (default: 20)',
  },
  worlds: {
    value: 'N',
    type: wholeNumber(1, 1_000_000),
    help: `worlds at a time (default: ${formatNumber(ownLimits.worlds)}; ${formatNumber(demoLimits.worlds)} with --demo)`,
  },
  streams: {
    value: 'N',
    type: wholeNumber(1, 1_000_000),
    help: `streams at a time (default: ${formatNumber(ownLimits.streams)}; ${formatNumber(demoLimits.streams)} with --demo)`,
  },
  model: {
    value: 'URL',
    type: baseAddress('http://127.0.0.1:11434/v1'),
    help: 'plays turns without a script by a model: any server of the OpenAI chat-completions API; its key is read from UNDERSTUDY_MODEL_KEY. See docs/model.md',
  },
  'model-name': {
    value: 'NAME',
    needs: ['model'],
    help: 'the name of the model (default: the first that the server lists)',
  },
  'model-record': {
    value: 'DIR',
    needs: ['model'],
    help: 'writes each turn that the model played into this folder, as a script for --scenarios',
  },
  'model-timeout': {
    value: 'TIME',
    type: duration({ min: '1s', max: '2m', example: '20s' }),
    needs: ['model'],
    help: 'the longest wait for the next piece of a reply; then the turn goes on without the model (default: 20s)',
  },
  'model-tokens': {
    value: 'N',
    type: wholeNumber(10_000, 1_000_000_000),
    needs: ['model'],
    help: 'tokens of the model for one world in a day; all worlds together have 20 times as many (default: 200,000)',
  },
  'model-price': {
    value: 'IN/OUT',
    type: price,
    needs: ['model-budget'],
    help: 'the price of a million tokens that the model reads, and writes, such as 0.15/0.60',
  },
  'model-budget': {
    value: 'MONEY',
    type: amount,
    needs: ['model-price'],
    help: 'the most money for the model in a day, for all worlds together, in the currency of the price',
  },
  mutant: {
    value: 'ID|list',
    isSingle: true,
    values: async () => ['list', ...(await import('./mutant.ts')).mutantIds],
    help: 'starts with one deliberate bug, to see a conformance check fail; `list` prints all',
  },
  replica: {
    value: 'NAME',
    type: textLike(/^[\w.-]{1,64}$/, '1 to 64 letters, digits, dots, dashes and underscores'),
    help: 'the name of this server among several behind a load balancer; see docs/scale-out.md',
  },
  'secret-file': {
    value: 'FILE',
    help: 'derives keys and tokens from the text in this file; all replicas need the same',
  },
  drain: {
    value: 'TIME',
    type: duration({ min: '0s', max: '1h', example: '30s' }),
    default: '0s',
    help: 'after SIGTERM or Ctrl-C, lets open streams end for this long before it exits',
  },
  exec: {
    value: 'COMMAND',
    type: textLike(/\S/, 'a command, such as "npm test"'),
    help: 'runs this command in a shell once the server is ready, with the address in UNDERSTUDY_URL and {url}, and ends with its exit code',
  },
  verbose: logging.verbose,
  json: { help: 'prints one line of JSON once the server is ready' },
  quiet: logging.quiet,
  ...configFlags,
} as const satisfies Flags

/** The options of a server, from its flags. */
export function serveOptions(given: ParsedCommandLine<typeof serveFlags>) {
  const limits = given.demo ? demoLimits : ownLimits
  const { worlds = limits.worlds, streams = limits.streams, rate = 20, idle = 30 * 60_000 } = given
  return { ...given, worlds, streams, rate, idle }
}

export type ServeOptions = ReturnType<typeof serveOptions>
