import { credentialsOf } from '../pipeline/credential.ts'
import type { Call } from '../call.ts'
import type { Matched } from '../pipeline/match.ts'
import type { Body } from '../pipeline/read.ts'
import { peekJwt } from '../state/jwt.ts'
import { keyStart } from '../state/keyring.ts'
import type { World } from '../state/world.ts'

/** Tells whether a name means whoever makes a call, by the credential as it stands there. */
export function callerOf(
  world: World,
  call: Call,
  matched: Matched,
  body: Body,
): (name: string) => boolean {
  const sent = credentialsOf(call, matched.operations.get(call.method), body)
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
