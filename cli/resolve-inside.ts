import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'

/**
 * The path of a file in a folder, with all links resolved. Undefined if the file, or the target of
 * its link, is missing. Throws `outside()` if the resolved path is not in the folder.
 */
export async function resolveInside(
  folder: string,
  name: string,
  outside: () => Error,
): Promise<string | undefined> {
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined) return undefined
  const isIn = (path: string) => path.startsWith(real.endsWith(sep) ? real : real + sep)
  // Checks the path before looking up the file, so that no caller learns which files exist outside.
  if (!isIn(resolve(real, name))) throw outside()
  const path = await realpath(resolve(real, name)).catch(() => undefined)
  if (path !== undefined && !isIn(path)) throw outside()
  return path
}
