import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'

/**
 * The path of a file in a folder, with all links resolved. Undefined if the file is missing or its
 * link leads nowhere. Throws `outside()` for a file that is elsewhere, also by way of a link.
 */
export async function resolveInside(
  folder: string,
  name: string,
  outside: () => Error,
): Promise<string | undefined> {
  const real = await realpath(folder).catch(() => undefined)
  if (real === undefined) return undefined
  const isIn = (path: string) => path.startsWith(real.endsWith(sep) ? real : real + sep)
  // The caller must not learn whether a file exists elsewhere.
  if (!isIn(resolve(real, name))) throw outside()
  const path = await realpath(resolve(real, name)).catch(() => undefined)
  if (path !== undefined && !isIn(path)) throw outside()
  return path
}
