import { isIP } from 'node:net'
import { maskText } from '../../secrets/mask.ts'
import { hostName, isKnownHost } from '../../recording/host-names.ts'
import { TargetError } from './targets.ts'
import { shorten } from '../../contract/shorten.ts'

/**
 * Creates the check of the `Host` of requests: it returns the reason for which a host is refused.
 * Names of this machine and those of `allowed` pass, and addresses: a page that made a name resolve
 * to this machine would have that name in its origin. Throws `TargetError` for a wrong name.
 */
export function checkHosts(
  allowed: readonly string[],
  listeningAt: string,
): (host: string | undefined) => string | undefined {
  const wrong = allowed.find((name) => !/^[\w-]+(?:\.[\w-]+)*\.?$/.test(name))
  if (wrong !== undefined)
    throw new TargetError(
      `An allowed host is a name such as host.docker.internal, without a scheme and a port, not \`${wrong}\`.`,
    )
  const known = [...allowed, listeningAt]
  return (host) =>
    isKnownHost(host, known) || isIP(hostName(host ?? '')) > 0
      ? undefined
      : `This proxy does not know the host \`${shorten(maskText(hostName(host ?? '')), 200)}\`. Call it at localhost, or allow the name with \`--allow-host NAME\` (\`allowHosts\` in code).`
}
