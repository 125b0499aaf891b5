import type { ConfigTarget } from '../../authoring/config/config-schema.ts'

/** Where a command runs. */
export type Surroundings = {
  readonly cwd: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** What a condition sees: whether the command line has a flag, and the variables. */
export type CommandLine = {
  readonly has: (flag: string) => boolean
  readonly variables: Readonly<Record<string, string | undefined>>
}

type Condition = (line: CommandLine) => boolean

type Setting = 'port' | 'allow_origin' | 'profile' | 'fixture' | 'scenarios'
type Credential = keyof NonNullable<ConfigTarget['credentials']>
type TargetValue = Exclude<keyof ConfigTarget, 'url' | 'credentials'>

/** What a command takes from the config file. */
export type Row = {
  /** The settings that are the default of the flag with their name, if the condition holds. */
  readonly settings?: Partial<Readonly<Record<Setting, Condition>>>
  /** The command takes the folder of scripts as a word; these flags have no value. */
  readonly scriptsWord?: readonly string[]
  /** Files of settings that the command makes if they do not exist. */
  readonly makes?: readonly string[]
  readonly target?: {
    /** The flag of the address. */
    readonly address: string
    readonly credentials: readonly Credential[]
    readonly values: Partial<Readonly<Record<TargetValue, Condition>>>
    /** The command uses no deployment with one of these flags. */
    readonly without: readonly string[]
  }
}

const always: Condition = () => true
const without =
  (flag: string): Condition =>
  ({ has }) =>
    !has(flag)

const shared: readonly Credential[] = ['email', 'password']
const ofConform: readonly Credential[] = [
  ...shared,
  'other_email',
  'other_password',
  'api_key',
  'expired_token',
]
const ofRun = {
  plan: always,
  ca: always,
  proxy: always,
  max_turns: always,
  max_time: always,
  rate: always,
} as const

/** A proxy only has a fake with these flags. */
const withFake: Condition = ({ has }) => has('fake') || has('fake-unsafe')

const conform: Row = {
  target: {
    address: 'base-url',
    credentials: ofConform,
    values: {
      ...ofRun,
      profile: always,
      baseline: always,
      agent: always,
      tool_query: always,
    },
    without: ['traffic'],
  },
}

/** What each command takes from the config file. Commands that are not listed take nothing. */
export const rows: Readonly<Record<string, Row>> = {
  serve: {
    settings: {
      port: always,
      allow_origin: always,
      // A run of `tolerance` sets the profile of the servers that the tests start.
      profile: ({ has, variables }) => !has('from') && !variables['UNDERSTUDY_RUN'],
      fixture: without('from'),
      scenarios: without('from'),
    },
  },
  conform,
  'conform gc': conform,
  calibrate: {
    target: {
      address: 'base-url',
      credentials: [...ofConform, 'restricted_email', 'restricted_password', 'restricted_key'],
      values: ofRun,
      without: ['traffic'],
    },
  },
  replay: {
    target: {
      address: 'to',
      credentials: shared,
      values: { ca: always, proxy: always },
      without: [],
    },
  },
  proxy: {
    settings: { profile: withFake, fixture: withFake, scenarios: withFake },
    target: {
      address: 'to',
      credentials: [],
      values: { ca: always, baseline: ({ has }) => has('check') },
      without: ['repair'],
    },
  },
  tolerance: { settings: { profile: always, fixture: always, scenarios: always } },
  mcp: {
    settings: { profile: without('url'), fixture: without('url'), scenarios: always },
    makes: ['scenarios'],
  },
  'scenarios check': { settings: { fixture: always }, scriptsWord: ['json', 'watch'] },
  'scenarios list': { scriptsWord: ['json', 'all'] },
  'scenarios play': { settings: { profile: always, fixture: always } },
}
