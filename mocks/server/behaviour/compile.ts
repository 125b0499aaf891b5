import type { OperationId } from '../../../contract/operations.ts'
import { picksAt, type Profile } from '../../../contract/picks.ts'
import type { Behaviour } from '../../world/behaviour.ts'
import { type Choose, createChoose } from './choose.ts'
import { compilePolicy } from './compile-policy.ts'
import { compileWire } from './compile-wire.ts'

/** The behaviours of a profile: one for all operations, and one for each that has picks of its own. */
export type BehaviourByOperation = (endpoint: OperationId | undefined) => Behaviour

const compiled = new WeakMap<Profile, BehaviourByOperation>()

/** The behaviours of a profile, compiled when one is first asked for, once for all worlds. */
export function behaviourOfProfile(profile: Profile): BehaviourByOperation {
  return (endpoint) => {
    let behaviours = compiled.get(profile)
    if (behaviours === undefined) {
      behaviours = compileProfile(profile)
      compiled.set(profile, behaviours)
    }
    return behaviours(endpoint)
  }
}

/** Compiles a profile; the only way from picks to what the fake does. */
export function compileProfile(profile: Profile): BehaviourByOperation {
  const general = compile(createChoose(picksAt(profile)))
  const own = new Map(
    (Object.keys(profile.at) as OperationId[]).map((endpoint) => [
      endpoint as OperationId | undefined,
      compile(createChoose(picksAt(profile, endpoint))),
    ]),
  )
  return (endpoint) => own.get(endpoint) ?? general
}

function compile(choose: Choose): Behaviour {
  return {
    has: compileInventory(choose),
    order: choose('order.stages', {
      'credential-first': ['authenticate', 'authorize', 'validate', 'find'],
      'existence-before-validation': ['authenticate', 'authorize', 'find', 'validate'],
      'validation-first': ['validate', 'authenticate', 'authorize', 'find'],
    }),
    policy: compilePolicy(choose),
    wire: compileWire(choose),
  }
}

function compileInventory(choose: Choose): Behaviour['has'] {
  const absent = new Set<OperationId>([
    ...choose('operations.auth-verify', {
      present: [],
      absent: ['auth.verify'],
    }),
    ...choose('keys.delete-operation', {
      present: [],
      absent: ['keys.delete'],
    }),
  ])
  return (endpoint) => !absent.has(endpoint)
}
