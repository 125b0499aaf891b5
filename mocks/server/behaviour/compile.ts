import type { OperationId } from '../../../contract/operations.ts'
import { memoizeByObject } from '../../../contract/memoize.ts'
import { picksAt, type Profile } from '../../../contract/picks.ts'
import type { Behaviour, CompiledAnswer, CompiledProfile } from '../../world/behaviour.ts'
import { type Choose, createChoose } from './choose.ts'
import { compileAnswer } from '../wire/answers.ts'
import { compilePolicy } from './compile-policy.ts'
import { compileWire } from './compile-wire.ts'

/** Compiles a profile, once for all worlds with this profile. No other code reads picks. */
export const compileProfile = memoizeByObject((profile: Profile): CompiledProfile => {
  const general = compileBehaviour(createChoose(picksAt(profile)))
  const { answers = {} } = profile
  const ids = new Set([...Object.keys(profile.at), ...Object.keys(answers)])
  const own = ([...ids] as OperationId[]).map((id) => {
    const answer = answers[id] && compileAnswer(id, answers[id])
    return [id, compileBehaviour(createChoose(picksAt(profile, id)), answer)] as const
  })
  return { general, byOperation: new Map(own) }
})

/** Creates a compiler of profiles that adds allowed origins to the origins of each profile. */
export function createProfileCompiler(
  origins: readonly string[],
): (profile: Profile) => CompiledProfile {
  if (origins.length === 0) return compileProfile
  const extend = (behaviour: Behaviour): Behaviour => {
    const { http } = behaviour.policy
    const listed = http.origins && new Set([...http.origins, ...origins])
    return { ...behaviour, policy: { ...behaviour.policy, http: { ...http, origins: listed } } }
  }
  return memoizeByObject((profile) => {
    const { general, byOperation } = compileProfile(profile)
    const own = Array.from(byOperation, ([id, one]) => [id, extend(one)] as const)
    return { general: extend(general), byOperation: new Map(own) }
  })
}

const compileBehaviour = (choose: Choose, answer?: CompiledAnswer): Behaviour => ({
  absent: new Set<OperationId>([
    ...choose('operations.auth-verify', { present: [], absent: ['auth.verify'] }),
    ...choose('keys.delete-operation', { present: [], absent: ['keys.delete'] }),
  ]),
  order: choose('order.stages', {
    'credential-first': ['authenticate', 'authorize', 'validate', 'loadResource'],
    'existence-before-validation': ['authenticate', 'authorize', 'loadResource', 'validate'],
    'validation-first': ['validate', 'authenticate', 'authorize', 'loadResource'],
  }),
  policy: compilePolicy(choose),
  wire: compileWire(choose, answer),
  answer,
})
