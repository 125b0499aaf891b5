/** An upstream of the proxy: it receives the requests whose path begins with the prefix. */
export type Target = {
  /** The path prefix, with a leading slash; `/` for every path. */
  readonly prefix: string
  /** The address of the target. Its path is prepended to the path of each request. */
  readonly url: URL
  /** The path of the address, without a trailing slash. */
  readonly base: string
}

/**
 * The error for an invalid target or host name. The message names the allowed values.
 *
 * @example
 * if (error instanceof TargetError) console.error(error.message)
 */
export class TargetError extends Error {
  override readonly name = 'TargetError'
}

/**
 * Reads targets: `URL` for every path, or `/prefix=URL`. The longest prefix comes first. Throws
 * `TargetError`.
 *
 * @example
 * parseTargets(['http://localhost:3000', '/api=https://staging.example.com'])
 */
export function parseTargets(texts: readonly string[]): readonly Target[] {
  const targets = texts.map(parseTarget)
  if (targets.length === 0)
    throw new TargetError(
      'The proxy needs at least one target, such as https://staging.example.com.',
    )
  const prefixes = targets.map(({ prefix }) => prefix)
  const twice = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index)
  if (twice !== undefined)
    throw new TargetError(`Two targets have the prefix ${twice}: give each its own.`)
  return targets.toSorted((a, b) => b.prefix.length - a.prefix.length)
}

function parseTarget(text: string): Target {
  const [, given, address = ''] = /^(?:(\/[^=]*)=)?(.*)$/s.exec(text) ?? []
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TargetError(
      'A target must be an http or https address, or /prefix=ADDRESS, such as /api=https://staging.example.com.',
    )
  if (url.username + url.password + url.search + url.hash !== '')
    throw new TargetError(
      `The address of the target ${url.host} must not have credentials, a query or a fragment.`,
    )
  const prefix = given === undefined || given === '/' ? '/' : withoutSlash(given)
  return { prefix, url, base: withoutSlash(url.pathname) }
}

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)

/** Finds the target of a path: the one with the longest prefix of whole segments. */
export const findTarget = (targets: readonly Target[], path: string): Target | undefined =>
  targets.find(({ prefix }) => prefix === '/' || path === prefix || path.startsWith(`${prefix}/`))

/**
 * Whether a path with `..` leads out of its target: to the prefix of another target, or above the
 * path of the target's address. Encoded slashes count, because some servers decode them first.
 */
export function leavesTarget(targets: readonly Target[], target: Target, path: string): boolean {
  if (!/(?:\.|%2e){2}/i.test(path)) return false
  const resolved = resolvePath(target.base + path)
  const isAbove = resolved !== target.base && !resolved.startsWith(`${target.base}/`)
  return isAbove || findTarget(targets, resolvePath(path)) !== target
}

/** Resolves `.` and `..` in a path, also encoded. */
const resolvePath = (path: string): string =>
  URL.parse(`http://target${path.replaceAll(/%2f|%5c|\\/gi, '/')}`)?.pathname ?? ''
