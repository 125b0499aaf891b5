import { httpUrl, isToken, parseOrigin } from '../../mocks/control/access.ts'
import { type Flags, UsageError } from '../command-line.ts'

/** The flags of `serve` about who may call: pages, and clients of the control API. */
export const accessFlags = {
  'allow-origin': {
    value: 'ORIGIN',
    isRepeatable: true,
    help: 'lets pages of this origin call, in addition to those that the profile lists',
  },
  'control-token': {
    value: 'TOKEN',
    help: 'requires this token for calls to /__control; without it only this machine may call',
  },
  'public-url': {
    value: 'URL',
    help: 'the URL by which others reach the server, such as that of a proxy',
  },
  'control-origin': {
    value: 'ORIGIN',
    isRepeatable: true,
    help: 'lets pages of this origin call /__control',
  },
} as const satisfies Flags

// An empty token is refused: an unset shell variable must not leave the control API open.
export function parseToken(text: string | undefined): string | undefined {
  if (text === undefined || isToken(text)) return text
  throw new UsageError('--control-token takes visible ASCII characters, at least one.')
}

/** Reads a URL, and removes the slash at its end. Throws `UsageError`. */
export function parsePublicUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = httpUrl(text)
  if (url !== undefined && url.username + url.password + url.search + url.hash === '')
    return url.href.replace(/\/$/, '')
  throw new UsageError('--public-url takes a URL such as https://demo.example.com.')
}

/** Reads the origin of a flag; throws `UsageError`. */
export function parseOriginFlag(flag: string, text: string): string {
  const origin = parseOrigin(text)
  if (origin !== undefined) return origin
  throw new UsageError(
    `${flag} takes an origin such as http://localhost:3000, without a path, not \`${text}\`.`,
  )
}
