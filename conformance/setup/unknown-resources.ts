import type { Exchange } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import { sharedSetUp, type TestSession } from '../session/test-session.ts'
import { errorCode, requireBaseline } from '../session/assertions.ts'
import { SetUpFailed } from '../session/outcomes.ts'
import { userCredential } from './credentials.ts'
import { findItem } from './lists.ts'
import type { JsonObject } from '../../contract/json.ts'

/**
 * Creates an id that probably no resource has, in the format of a known id, so that it is not
 * malformed. Only uses characters of the known id, because its alphabet may lack others.
 */
export function unknownId(seen: string): string {
  // Short numbers may be sequential, so a high number is probably unused. Long numbers may be near
  // the maximum of their format.
  if (/^\d{1,9}$/.test(seen)) return '9'.repeat(9)
  const isNearLargest = seen.startsWith('9') || seen.length > 19
  if (/^\d+$/.test(seen)) return seen[0] + (isNearLargest ? '0' : '9').repeat(seen.length - 1)
  const characters = [...seen]
  const end = characters.slice(-6)
  const moved = characterClasses.reduce(rotateClass, end)
  const isMoved = moved.join('') !== end.join('')
  return [...characters.slice(0, -6), ...(isMoved ? moved : end.toReversed())].join('')
}

// Characters of one class may replace each other in most formats.
const characterClasses = [/\d/, /[a-z]/, /[A-Z]/, /[^\P{L}a-zA-Z]/u]

/** Moves each character of a class to the position of the next character of this class. */
function rotateClass(characters: readonly string[], members: RegExp): string[] {
  const found = characters.filter((character) => members.test(character))
  const last = found.pop()
  const rotated = last === undefined ? [] : [last, ...found]
  return characters.map((each) => (members.test(each) ? (rotated.shift() ?? each) : each))
}

/**
 * Returns an id that a list of the user does not have, in the format of a known id. Inconclusive if
 * there is none, because a request must not change another record.
 */
export async function unlistedId(session: TestSession, path: string, seen: string) {
  const id = unknownId(seen)
  const isThis = (item: JsonObject) => Object.values(item).some((value) => String(value) === id)
  const { item } = await session.once(`looking for ${id} in ${path}`, () =>
    findItem(session, path, isThis),
  )
  const isUnknown = id !== seen && item === undefined
  requireBaseline(isUnknown, `the suite knows no id in the format of ${seen} that is unknown`)
  return id
}

/** Returns the response for an unknown id. Inconclusive if it may refuse the format of the id. */
export function requireWellFormed(exchange: Exchange): Exchange {
  const { status } = exchange
  const isInvalid = status === 400 || status === 422
  const isOfFormat = isInvalid && !/not_?found/i.test(errorCode(exchange) ?? '')
  requireBaseline(!isOfFormat, `the target may refuse the format of the unknown id (${status})`)
  return exchange
}

/** A valid UUID of version 4 that no resource has, for cases without a known id. */
export const unknownUuid = '0f0e0d0c-0b0a-4908-8706-0504030201ff'

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
