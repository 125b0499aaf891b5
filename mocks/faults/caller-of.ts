import { readCredentials } from '../server/authenticate.ts'
import type { PlainRequest } from '../world/exchange.ts'
import type { PathMatch } from '../server/match-path.ts'
import type { RequestBody } from '../server/read-body.ts'
import { peekJwt } from '../state/jwt.ts'
import { keyStart } from '../state/keyring.ts'
import type { World } from '../state/world.ts'

/** Tells whether a name means whoever makes a call, by the credential as it stands there. */
export function callerOf(
  world: World,
  call: PlainRequest,
  matched: PathMatch,
  body: RequestBody,
): (name: string) => boolean {
  const sent = readCredentials(call, matched.operations.get(call.method), body)
  const credential = sent.header?.value ?? sent.body ?? ''
  if (!credential.startsWith(keyStart)) {
    const { email, sub } = peekJwt(credential) ?? {}
    return (name) => name === email || name === sub
  }
  const id = world.keyring.idOf(credential)
  const key = world.store.keys.get(id ?? '')
  const owner = world.store.users.get(key?.user_id ?? '')
  const names = new Set([id, key?.name, owner?.email, owner?.id])
  return (name) => names.has(name) || (name.startsWith(keyStart) && credential.startsWith(name))
}
