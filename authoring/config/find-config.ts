const extensions = ['yaml', 'yml', 'json', 'mjs', 'ts']

/** The names of config files. */
export const configNames: readonly string[] = extensions.map(
  (extension) => `understudy.config.${extension}`,
)

/**
 * The config files of the nearest folder that has one, from a folder upward: up to the root of its
 * repository (`.git`), or else the nearest `package.json`. A file further up is not used, because
 * anyone may write to a folder such as /tmp, and a config file may be code. More than one is an error
 * of the user.
 */
export function findConfig(folder: string): readonly string[] {
  // An `import` of node:fs would load all its exports.
  const { existsSync } = process.getBuiltinModule('node:fs')
  const { dirname, join } = process.getBuiltinModule('node:path')
  const has = (one: string, name: string) => existsSync(join(one, name))
  const above = [folder]
  for (let one = folder; one !== dirname(one);) above.push((one = dirname(one)))
  const root = above.findIndex((one) => has(one, '.git'))
  const last = root === -1 ? above.findIndex((one) => has(one, 'package.json')) : root
  for (const one of above.slice(0, Math.max(last, 0) + 1)) {
    const found = configNames.filter((name) => has(one, name))
    if (found.length > 0) return found.map((name) => join(one, name))
  }
  return []
}
