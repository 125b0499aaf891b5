import { findConfig } from '../contract/authoring/config/find-config.ts'
import { fixtureNames, knownProfiles } from '../contract/shipped-names.ts'
import type { Flag, Flags } from './flags.ts'
import { baseAddress, port, speed } from './value-types.ts'

// A flag has the same meaning and the same form in each command.

/** The flag `--quiet`, for every command that shows its progress or writes notes. */
export const quietFlag = {
  quiet: { help: 'writes no progress and no notes; warnings and results stay' },
} as const satisfies Flags

/** The flags of a server that can log its calls. */
export const logFlags = (logs: string) =>
  ({
    verbose: { help: logs },
    quiet: { ...quietFlag.quiet, excludes: { verbose: 'use only one of them' } },
  }) as const satisfies Flags

/** The flag for an output file instead of standard output. */
export const outFlag = {
  out: { value: 'FILE', help: 'writes to a file instead of standard output' },
} as const satisfies Flags

/** The flags for the address and port that a server listens on. */
export const listenFlags = <const Default extends string>(usual: Default) =>
  ({
    port: {
      value: 'N',
      type: port,
      default: usual,
      help: 'port to listen on; 0 takes a free one',
    },
    host: { value: 'ADDRESS', default: '127.0.0.1', help: 'address to listen on' },
  }) as const satisfies Flags

/** A flag whose value is a profile: the name of a shipped profile, or a path. */
export const profileFlag = { value: 'NAME|PATH', values: knownProfiles } as const

/** A flag whose value is a fixture: the name of a shipped fixture, or a file. */
export const fixtureFlag = { value: 'NAME|FILE', values: fixtureNames } as const

/** The flag for the speed of streams. */
export const speedFlag = { value: 'N|max', type: speed } as const

/** The flags of a fake: which deployment it plays, with which data and scripts. */
export const playedFlags = {
  profile: {
    ...profileFlag,
    default: 'documented',
    config: 'setting',
    help: 'the deployment to play: documented, deployed-0.8, or a file or folder of your own',
  },
  fixture: {
    ...fixtureFlag,
    default: 'demo',
    config: 'setting',
    help: `the data at start: ${fixtureNames.join(', ')}, or a YAML or JSON file of your own`,
  },
  scenarios: {
    value: 'DIR',
    config: 'setting',
    help: 'your own scripts of turns, tried before the shipped ones',
  },
} as const satisfies Flags

/** The flags that choose the config file. `withConfig` reads and removes these flags. */
export const configFlags = {
  config: {
    value: 'FILE',
    help: 'takes settings from this file (default: understudy.config.yaml, .json, .mjs or .ts, here or in a folder above); see docs/config.md',
  },
  'no-config': { help: 'uses no config file' },
} as const satisfies Flags

/** The names of the targets in the config file of the working folder. */
async function targetNames(): Promise<readonly string[]> {
  const { readOnlyConfig } = await import('../contract/authoring/config/read-config.ts')
  const config = await readOnlyConfig(findConfig(process.cwd(), process.env), process.cwd())
  return Object.keys(config?.values.targets ?? {})
}

/** The flags of commands that call a deployment of the config file. */
export const targetFlags = {
  target: {
    value: 'NAME',
    values: targetNames,
    help: 'the deployment of this name in the config file, with its credentials (default: the only one)',
  },
  ...configFlags,
} as const satisfies Flags

/** The message of a command that needs the address of a deployment and has none. */
export const missingAddress =
  'the address of a deployment; or --target, the name of one in a config file'

export const addressFlag = {
  value: 'URL',
  type: baseAddress('https://staging.example.com'),
  required: missingAddress,
  config: 'address',
} as const satisfies Omit<Flag, 'help'>

/** The flags for the network connection to a deployment. */
export const networkFlags = {
  ca: {
    value: 'FILE',
    config: 'target',
    help: 'PEM certificates to trust, besides those that Node trusts',
  },
  proxy: {
    value: 'URL',
    config: 'target',
    help: 'goes through this HTTP proxy (default: HTTPS_PROXY and NO_PROXY of the environment)',
  },
} as const satisfies Flags

/** The flags with which a user allows a command to act on production. */
export const productionFlags = (action: string) =>
  ({
    'allow-production': { help: `${action} although the address looks like production` },
    'i-know-this-is-production': { help: 'the old name of --allow-production' },
  }) as const satisfies Flags
