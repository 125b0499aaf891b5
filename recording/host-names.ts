/** Whether a host or an address can be reached from this machine only. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/** The name in a `Host` header: in lower case, without the port and the brackets of IPv6. */
export const hostName = (host: string): string =>
  host.replace(/:\d+$/, '').replaceAll(/[[\]]/g, '').toLowerCase()

/**
 * Whether a request names this machine, or a host of `known`. Without this check, a page could make
 * the name of its own host resolve to this machine, and count as a page of the server (DNS rebinding).
 */
export function isKnownHost(
  host: string | undefined,
  known: readonly (string | undefined)[],
): boolean {
  if (host === undefined) return true
  const name = hostName(host)
  return isLoopback(name) || known.some((one) => one !== undefined && hostName(one) === name)
}
