import type { OperationId } from '../../contract/operations.ts'
import type { Wire } from '../server/wire/wire.ts'
import type { Policy } from '../server/behaviour/compile-policy.ts'

/** The judgements of a call whose order deployments choose. */
export type Stage = 'authenticate' | 'authorize' | 'find' | 'validate'

/** A compiled profile: all that the fake asks where deployments differ. */
export type Behaviour = {
  /** Whether an operation exists. */
  readonly has: (endpoint: OperationId) => boolean
  readonly order: readonly Stage[]
  readonly policy: Policy
  readonly wire: Wire
}
