import type { Variant } from './variant.ts'

/** Removes the variables that would override `LANG` if the machine sets them. */
const unsetLocaleVariables = {
  LC_ALL: undefined,
  LC_NUMERIC: undefined,
  LC_TIME: undefined,
  LANGUAGE: undefined,
}

type Environment = Pick<Variant, 'says'> & {
  /** The way in which a tolerant client handles the environment. */
  readonly advice: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** The environments to play: a run sets their variables for the test command. */
const environments: Readonly<Record<string, Environment>> = {
  'far-time-zone': {
    says: 'the client runs with `TZ=Pacific/Kiritimati`, 14 hours ahead of UTC',
    advice: 'Never rely on the time zone of the machine: name the zone of each date.',
    environment: { TZ: 'Pacific/Kiritimati' },
  },
  'decimal-comma': {
    says: 'the client runs with `LANG=de_DE.UTF-8`, which writes 1.5 as 1,5',
    advice:
      'Format and parse numbers of the API without the language of the machine. If a message says that the locale is missing, install `de_DE.UTF-8`.',
    environment: { LANG: 'de_DE.UTF-8', ...unsetLocaleVariables },
  },
}

const idPrefix = 'environment:'

/** Variants for environments: time zones and languages other than those of this machine. */
export const environmentVariants: readonly Variant[] = Object.entries(environments).map(
  ([name, { says, environment }]) => ({
    id: `${idPrefix}${name}`,
    says,
    picks: {},
    faults: [],
    // A run reaches the environment as soon as it has a request.
    marks: [`${idPrefix}${name}`],
    environment,
  }),
)

/** The advice for an environment, in a sentence; empty for an unknown environment. */
export const environmentAdvice = (id: string): string =>
  environments[id.slice(idPrefix.length)]?.advice ?? ''

/** Whether a variant changes the environment of the client, such as its time zone. */
export const isEnvironment = ({ environment }: Pick<Variant, 'environment'>): boolean =>
  environment !== undefined

/** The environment variables that these variants set for the test command. */
export const variablesOf = (
  variants: readonly Variant[],
): Readonly<Record<string, string | undefined>> =>
  Object.assign({}, ...variants.map(({ environment }) => environment))
