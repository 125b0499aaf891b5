/** What stands for a secret in answers; sent back, it leaves the secret as it was. */
export const hidden = '***'

/** Whether a field holds a secret, by its name: a password, a token, a key … */
const isSecret = (name: string) => /(secret|token|password|passwd|(^|_)key)$/i.test(name)

type Config = Readonly<Record<string, unknown>>

/** A config with each secret in it, however deep, as `***`. */
export const masked = (config: Config): Record<string, unknown> =>
  rewritten(config, (name) => [[name, hidden]])

/** A config without the secrets in it. */
export const withoutSecrets = (config: Config): Record<string, unknown> =>
  rewritten(config, () => [])

/** Whether there is a secret in a config. */
export const holdsSecret = (config: Config): boolean =>
  JSON.stringify(masked(config)) !== JSON.stringify(withoutSecrets(config))

/** Changes of a config laid over it; secrets that come back masked stay. */
export const merged = (config: Config, changes: Config): Record<string, unknown> => ({
  ...config,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== hidden)),
})

/** Values that are all secret, by their names. */
export const namesOnly = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, hidden]))

function rewritten(config: Config, secret: (name: string) => [string, unknown][]) {
  const entries = Object.entries(config).flatMap(([name, value]): [string, unknown][] => {
    if (isSecret(name)) return secret(name)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [[name, isObject ? rewritten(value as Config, secret) : value]]
  })
  return Object.fromEntries(entries)
}
