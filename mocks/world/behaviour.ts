import type { OperationId } from '../../contract/operations.ts'
import type { OperationInput } from '../../contract/operations/operation.ts'
import type { Answer } from '../../contract/profile/answers.ts'
import type { Policy } from './policy.ts'
import type { Expression, ExpressionScope, Wire } from './wire.ts'

/** The checks of a request. Deployments choose their order. */
type Stage = 'authenticate' | 'authorize' | 'find' | 'validate'

/** A compiled profile: the behaviour of a deployment in every point where deployments differ. */
export type Behaviour = {
  /** The operations of the contract that the deployment does not have. */
  readonly absent: ReadonlySet<OperationId>
  /** The checks of a request, in their order. */
  readonly order: readonly Stage[]
  readonly policy: Policy
  readonly wire: Wire
  /** The answer of the operation that the profile defines; absent without one. */
  readonly answer?: CompiledAnswer | undefined
}

/** How the profile of a deployment changes one operation. */
export type CompiledAnswer = {
  /** Returns the complete body; `undefined` if the envelope of the deployment stays. */
  readonly body: ((canonical: unknown, scope: ExpressionScope) => unknown) | undefined
  /** Converts a record, or an item of a page, to the format of the profile. */
  readonly record: (canonical: unknown, scope: ExpressionScope) => unknown
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The statuses and codes of error responses, by condition. */
  readonly errors: NonNullable<Answer['errors']>
  /** Converts requests to the names of the contract; absent if the names are the same. */
  readonly accepts: AcceptedNames | undefined
  /** Further fields to store for the record of a response; absent if there are none. */
  readonly keeps: KeptFields | undefined
  /** The ids of the records of others that a list shows; absent if who may see a record decides. */
  readonly shares: Expression | undefined
  /** The refusals by business rules of the profile; absent without such rules. */
  readonly refuses: Answer['refuses']
  /** Further changes that the operation makes; absent if there are none. */
  readonly also: Answer['also']
}

/** Returns further fields to store for the record that an operation returns. */
export type KeptFields = (body: unknown, outcome: unknown, scope: () => ExpressionScope) => object

/** Converts a request to the names and values of the contract. */
export type AcceptedNames = {
  /** The schemas of parameters and fields that the contract lacks. */
  readonly extra: OperationInput
  query(text: string): string
  body(value: unknown, scope: () => ExpressionScope): unknown
  /** The name that the client has used for a field or a parameter. */
  sentName(place: string, field: string): string
}

export type CompiledProfile = {
  readonly general: Behaviour
  /** The behaviours of operations that have their own picks. */
  readonly byOperation: ReadonlyMap<OperationId | undefined, Behaviour>
}

/** The behaviour of the deployment for an operation. */
export const behaviourFor = (
  { general, byOperation }: CompiledProfile,
  id: OperationId | undefined,
): Behaviour => byOperation.get(id) ?? general
