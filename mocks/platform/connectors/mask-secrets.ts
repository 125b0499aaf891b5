/** What stands for a secret in answers; sent back, it leaves the secret as it was. */
const secretMask = '***'

/** Names of passwords, tokens, keys: `api_key`, `X-Api-Key` and `apiKey`, but not `monkey`. */
const secretNames = [
  /(secret|token|passw(or)?d|passphrase|authorization|(^|[_-])key)$/i,
  /[a-z]Key$/,
]

/** Whether a field holds a secret, by its name. */
const isSecret = (name: string) => secretNames.some((ends) => ends.test(name))

type Config = Readonly<Record<string, unknown>>

/** A config with each secret in it, however deep, as `***`. */
export const maskSecrets = (config: Config): Record<string, unknown> =>
  rewritten(config, (name) => [[name, secretMask]])

/** A config without the secrets in it. */
export const withoutSecrets = (config: Config): Record<string, unknown> =>
  rewritten(config, () => [])

/** Whether there is a secret in a config. */
export const hasSecret = (config: Config): boolean =>
  JSON.stringify(maskSecrets(config)) !== JSON.stringify(withoutSecrets(config))

/** Changes of a config laid over it; secrets that come back masked stay, however deep. */
export const mergeConfig = (config: Config, changes: Config): Record<string, unknown> => ({
  ...config,
  ...unmasked(changes, config),
})

/** Values that are all secret, by their names. */
export const maskValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, secretMask]))

/** A config with `secret` in the place of each field that holds one. */
function rewritten(config: Config, secret: (name: string) => [string, unknown][]) {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    return isConfig(value) ? rewritten(value, secret) : value
  }
  const entries = Object.entries(config).flatMap(([name, value]): [string, unknown][] =>
    isSecret(name) ? secret(name) : [[name, within(value)]],
  )
  return Object.fromEntries(entries)
}

/** A config with what was there before for each `***` in it; where nothing was, without it. */
function unmasked(config: Config, before: Config): Record<string, unknown> {
  const within = (value: unknown, old: unknown): unknown => {
    if (Array.isArray(value) && Array.isArray(old))
      return value.map((item, at) => within(item, old[at]))
    return isConfig(value) && isConfig(old) ? unmasked(value, old) : value
  }
  const entries = Object.entries(config).flatMap(([name, value]): [string, unknown][] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    if (value !== secretMask) return [[name, within(value, old)]]
    return old === undefined ? [] : [[name, old]]
  })
  return Object.fromEntries(entries)
}

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
