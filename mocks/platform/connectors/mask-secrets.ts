import { isObject, type JsonObject, mapFields } from '../../../contract/json.ts'

/** The text that replaces secrets in responses. Sending this text back changes no secret. */
const secretMask = '***'

/** Matches names of fields with secrets, such as `api_key` and `apiKey`, but not `monkey`. */
const secretNames = [
  /(secret|token|passw(or)?d|passphrase|authorization|(^|[_-])key)$/i,
  /[a-z]Key$/,
]

const isSecret = (name: string) => secretNames.some((pattern) => pattern.test(name))

/** Replaces each secret in a config, at any depth, by `***`. */
export const maskSecrets = (config: JsonObject): Record<string, unknown> =>
  replaceSecrets(config, (name) => [[name, secretMask]])

export const withoutSecrets = (config: JsonObject): Record<string, unknown> =>
  replaceSecrets(config, () => [])

export const hasSecret = (config: JsonObject): boolean =>
  JSON.stringify(maskSecrets(config)) !== JSON.stringify(withoutSecrets(config))

/** Merges changes into a config. A secret sent back as `***` stays unchanged, at any depth. */
export const mergeConfig = (config: JsonObject, changes: JsonObject): Record<string, unknown> => ({
  ...config,
  ...unmaskSecrets(changes, config),
})

export const maskValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  mapFields(values, () => secretMask)

/** Replaces each field that contains a secret by the entries that `replace` returns. */
function replaceSecrets(config: JsonObject, replace: (name: string) => [string, unknown][]) {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    return isObject(value) ? replaceSecrets(value, replace) : value
  }
  const entries = Object.entries(config).flatMap(([name, value]): [string, unknown][] =>
    isSecret(name) && value !== '' && value !== null ? replace(name) : [[name, visit(value)]],
  )
  return Object.fromEntries(entries)
}

/** Replaces each `***` in a config by the earlier value, or removes it if there was none. */
function unmaskSecrets(config: JsonObject, before: JsonObject): Record<string, unknown> {
  const visit = (value: unknown, old: unknown): unknown => {
    if (Array.isArray(value) && Array.isArray(old))
      return value.map((item, at) => visit(item, old[at]))
    return isObject(value) && isObject(old) ? unmaskSecrets(value, old) : value
  }
  const entries = Object.entries(config).flatMap(([name, value]): [string, unknown][] => {
    const old = Object.hasOwn(before, name) ? before[name] : undefined
    if (value !== secretMask) return [[name, visit(value, old)]]
    return old === undefined ? [] : [[name, old]]
  })
  return Object.fromEntries(entries)
}
