import type { OperationId } from '../../../contract/operations.ts'
import { picksAt, type Profile } from '../../../contract/picks.ts'
import type { Behaviour, CompiledProfile } from '../../world/behaviour.ts'
import { type Choose, createChoose } from './choose.ts'
import { compilePolicy } from './compile-policy.ts'
import { compileWire } from './compile-wire.ts'

const cached = new WeakMap<Profile, CompiledProfile>()

/** Compiles a profile, once for all worlds that play it. No other code reads picks. */
export function compileProfile(profile: Profile): CompiledProfile {
  let compiled = cached.get(profile)
  if (compiled === undefined) {
    const general = compile(createChoose(picksAt(profile)))
    const own = (Object.keys(profile.at) as OperationId[]).map(
      (id) => [id, compile(createChoose(picksAt(profile, id)))] as const,
    )
    cached.set(profile, (compiled = { general, byOperation: new Map(own) }))
  }
  return compiled
}

const compile = (choose: Choose): Behaviour => ({
  absent: new Set<OperationId>([
    ...choose('operations.auth-verify', { present: [], absent: ['auth.verify'] }),
    ...choose('keys.delete-operation', { present: [], absent: ['keys.delete'] }),
  ]),
  order: choose('order.stages', {
    'credential-first': ['authenticate', 'authorize', 'validate', 'find'],
    'existence-before-validation': ['authenticate', 'authorize', 'find', 'validate'],
    'validation-first': ['validate', 'authenticate', 'authorize', 'find'],
  }),
  policy: compilePolicy(choose),
  wire: compileWire(choose),
})
