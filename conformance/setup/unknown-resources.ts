import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { sharedSetUp } from '../session/test-session.ts'
import { SetUpFailed } from '../session/outcomes.ts'
import { userCredential } from './credentials.ts'

/** Creates an id that no resource has, in the format of a known id, so that it is not malformed. */
export function unknownId(seen: string): string {
  if (/^\d+$/.test(seen)) return '9'.repeat(Math.max(seen.length, 9))
  return seen.slice(0, -6) + seen.slice(-6).replaceAll(/[0-9a-z]/gi, shiftCharacter)
}

/** A valid UUID of version 4 that no resource has, for cases without a known id. */
export const unknownUuid = '0f0e0d0c-0b0a-4908-8706-0504030201ff'

// Replaces a character by another one of the same class, such as a digit by a digit.
function shiftCharacter(character: string): string {
  const alphabet = characterRanges.find((each) => each.includes(character)) ?? character
  const shift = Math.ceil(alphabet.length / 2)
  return alphabet[(alphabet.indexOf(character) + shift) % alphabet.length] ?? character
}

const characterRanges = [
  '0123456789',
  'abcdef',
  'ABCDEF',
  'ghijklmnopqrstuvwxyz',
  'GHIJKLMNOPQRSTUVWXYZ',
]

/** The response of the target to an unknown route. */
type UnknownRoute = {
  readonly exchange: Exchange
  /** Whether another response shows that its route does not exist either. */
  readonly matches: (exchange: Exchange) => boolean
}

/** Requests a route that does not exist, with the user's credential if there is one. */
export const unknownRoute = sharedSetUp<UnknownRoute>('an unknown route', async (session) => {
  const { email, apiKey } = session.target
  // Sends a credential, because a target may respond with 401 to any request without one.
  const credential =
    (email ?? apiKey)
      ? await userCredential(session).catch((error: unknown) => {
          if (error instanceof SetUpFailed) return undefined
          throw error
        })
      : undefined
  const exchange = await session.send({
    method: 'GET',
    path: '/api/__nope__',
    bearer: credential,
  })
  const print = fingerprint(exchange)
  const matches = (other: Exchange) => other.status === 405 || fingerprint(other) === print
  return { exchange, matches }
})

// Removes path and method from the message, because they differ between two missing routes.
function fingerprint({ status, request, json, text }: Exchange): string {
  const [path = ''] = request.path.split('?')
  const code = member(json, 'error') ?? member(json, 'error_code') ?? ''
  const words = String(member(json, 'message') ?? member(json, 'detail') ?? text)
  return [status, code, words.replaceAll(path, '').replaceAll(request.method, '')].join(' ')
}
