import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from './credentials.ts'

/**
 * An id that nothing has, in the form of one that was seen: a foreign form could be refused as
 * malformed before it is looked up.
 */
export function unknownId(seen: string): string {
  if (/^\d+$/.test(seen)) return '9'.repeat(Math.max(seen.length, 9))
  return seen.slice(0, -6) + seen.slice(-6).replaceAll(/[0-9a-z]/gi, turned)
}

/** A valid UUID of version 4 that nothing has, for when no id was seen. */
export const unknownUuid = '0f0e0d0c-0b0a-4908-8706-0504030201ff'

// Each character moves within its own class, so that charset and length stay.
function turned(character: string): string {
  const ring = rings.find((each) => each.includes(character)) ?? character
  return ring[(ring.indexOf(character) + Math.ceil(ring.length / 2)) % ring.length] ?? character
}

const rings = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

/** How the target answers a route that nobody has. */
type UnknownRoute = {
  readonly exchange: Exchange
  /** True where this reply says the same of its own route. */
  readonly matches: (exchange: Exchange) => boolean
}

/** Asks for a route that nobody has, as the user where there is one. */
export const unknownRoute = (lab: TestSession): Promise<UnknownRoute> =>
  lab.once('an unknown route', async () => {
    const { email, apiKey } = lab.target
    const credential = (email ?? apiKey) ? await userCredential(lab) : undefined
    const exchange = await lab.send({ method: 'GET', path: '/api/__nope__', bearer: credential })
    const print = fingerprint(exchange)
    const matches = (other: Exchange) => other.status === 405 || fingerprint(other) === print
    return { exchange, matches }
  })

// A message may name the path or the method, which differ between two routes that are both absent.
function fingerprint({ status, ask, json, text }: Exchange): string {
  const [path = ''] = ask.path.split('?')
  const code = member(json, 'error') ?? member(json, 'error_code') ?? ''
  const words = String(member(json, 'message') ?? member(json, 'detail') ?? text)
  return [status, code, words.replaceAll(path, '').replaceAll(ask.method, '')].join(' ')
}
