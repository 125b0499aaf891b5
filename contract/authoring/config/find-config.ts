const configExtensions = ['yaml', 'yml', 'json', 'mjs', 'ts']

/** The names of config files. */
const configNames: readonly string[] = configExtensions.map(
  (extension) => `understudy.config.${extension}`,
)

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Finds the config files in the nearest folder that has one. The search goes upward to the root of
 * the repository (`.git`), or without a repository to the nearest `package.json`. The search stops
 * there, because a config file may be code, and anyone may write to a folder such as /tmp. The
 * variable `UNDERSTUDY_CONFIG` names another file, or `none` for no file. If a folder has several
 * config files, all are returned, and the caller reports the error.
 */
export function findConfig(folder: string, variables: Variables): readonly string[] {
  // `getBuiltinModule` is used because an `import` of node:fs would load all its exports.
  const { existsSync } = process.getBuiltinModule('node:fs')
  const { join, resolve } = process.getBuiltinModule('node:path')
  const { UNDERSTUDY_CONFIG: named } = variables
  if (named === 'none') return []
  if (named) return [resolve(folder, named)]
  const has = (one: string, name: string) => existsSync(join(one, name))
  const above = foldersAbove(folder)
  const root = above.findIndex((one) => has(one, '.git'))
  const last = root === -1 ? above.findIndex((one) => has(one, 'package.json')) : root
  for (const one of above.slice(0, Math.max(last, 0) + 1)) {
    const found = configNames.filter((name) => has(one, name))
    if (found.length > 0) return found.map((name) => join(one, name))
  }
  return []
}

/** Returns a folder and all folders above it. */
export function foldersAbove(folder: string): readonly string[] {
  const parent = process.getBuiltinModule('node:path').dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)]
}
