import type { OperationId } from '../../../contract/operations.ts'
import { picksAt, type Profile } from '../../../contract/picks.ts'
import type { Behaviour, BehaviourByOperation } from '../../world/behaviour.ts'
import { type Choose, createChoose } from './choose.ts'
import { compilePolicy } from './compile-policy.ts'
import { compileWire } from './compile-wire.ts'

const compiled = new WeakMap<Profile, BehaviourByOperation>()

/** The behaviours of a profile: compiled when one is first needed, and shared by all worlds. */
export function behaviourOfProfile(profile: Profile): BehaviourByOperation {
  return (operation) => {
    let behaviours = compiled.get(profile)
    if (behaviours === undefined) {
      behaviours = compileProfile(profile)
      compiled.set(profile, behaviours)
    }
    return behaviours(operation)
  }
}

/** Compiles a profile. No other code reads picks. */
function compileProfile(profile: Profile): BehaviourByOperation {
  const general = compile(createChoose(picksAt(profile)))
  const own = new Map(
    (Object.keys(profile.at) as OperationId[]).map((operation) => [
      operation as OperationId | undefined,
      compile(createChoose(picksAt(profile, operation))),
    ]),
  )
  return (operation) => own.get(operation) ?? general
}

const compile = (choose: Choose): Behaviour => ({
  has: compileInventory(choose),
  order: choose('order.stages', {
    'credential-first': ['authenticate', 'authorize', 'validate', 'find'],
    'existence-before-validation': ['authenticate', 'authorize', 'find', 'validate'],
    'validation-first': ['validate', 'authenticate', 'authorize', 'find'],
  }),
  policy: compilePolicy(choose),
  wire: compileWire(choose),
})

function compileInventory(choose: Choose): Behaviour['has'] {
  const absent = new Set<OperationId>([
    ...choose('operations.auth-verify', { present: [], absent: ['auth.verify'] }),
    ...choose('keys.delete-operation', { present: [], absent: ['keys.delete'] }),
  ])
  return (operation) => !absent.has(operation)
}
