import type { ChoiceId, OptionOf } from '../../contract/choices.ts'
import type { Plan } from '../session/check.ts'
import type { Exchange, RequestSpec } from '../session/exchange.ts'
import { member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { Skipped } from '../session/outcomes.ts'
import { itemsOf } from '../setup/lists.ts'
import type { JsonObject } from '../../contract/json.ts'

/** A response that shows an option of a choice, or that shows none of its options. */
export type ObservedOption<Id extends ChoiceId = ChoiceId> = {
  /** Absent if the response shows none of the options. */
  readonly option?: OptionOf<Id>
  readonly value?: unknown
  /** What came instead of an option, in words; by default the status. */
  readonly came?: string
  readonly exchange: Exchange
  /** The operation that the pick is for, if it is not that of the exchange. */
  readonly at?: Pick<RequestSpec, 'method' | 'path'>
}

export type ObserverContext = {
  readonly session: TestSession
  readonly inputs: CalibrationInputs
  /** Returns the observed option of another choice. Throws `Skipped` if it was not observed. */
  option<Id extends ChoiceId>(id: Id): Promise<OptionOf<Id>>
}

/** Observes one choice. An observer neither asserts nor guesses. */
export type Observer<Id extends ChoiceId> = {
  /** The cheapest plan that runs it. */
  readonly plan: Plan
  /** Whether the observer ends sessions, so that it must run after all others. */
  readonly last?: boolean
  /**
   * Returns every response that shows an option. Throws if no response distinguishes the options.
   */
  readonly observe: (
    context: ObserverContext,
  ) => Promise<ObservedOption<Id> | readonly ObservedOption<Id>[]>
}

/**
 * Reads an option from any exchange of the calibration, whatever it was made for; `undefined` if the
 * exchange says nothing about the choice. `all` has every exchange, for comparisons.
 */
export type Reading<Id extends ChoiceId> = (
  exchange: Exchange,
  all: readonly Exchange[],
) => ObservedOption<Id> | readonly ObservedOption<Id>[] | undefined

export type Readings = { readonly [Id in ChoiceId]?: Reading<Id> }

export type Observers = { readonly [Id in ChoiceId]?: Observer<Id> }

/** Records a response that shows none of the options, and what came instead. */
export const noOption = (exchange: Exchange, came?: string) => ({
  exchange,
  ...(came !== undefined && { came }),
})

/** Maps the status of a response to an option; any other status is none of the options. */
export function byStatus<const Option extends string>(
  exchange: Exchange,
  options: Readonly<Record<number, Option>>,
) {
  const option = options[exchange.status]
  return option === undefined ? noOption(exchange) : observed(exchange, option)
}

/** Makes an observation: the response and the option that it shows. */
export const observed = <Option extends string>(
  exchange: Exchange,
  option: Option,
  value?: unknown,
) => ({
  option,
  exchange,
  ...(value !== undefined && { value }),
})

/** The code of an error, either `error` or the `error_code` beside a `detail`. */
export function anyErrorCode({ json }: Exchange): string | undefined {
  const code = member(json, 'error') ?? member(json, 'error_code')
  return typeof code === 'string' ? code : undefined
}

/** Whether a response refuses the input, with any status that deployments use for it. */
export const isInvalid = ({ status, json }: Exchange): boolean =>
  status === 422 || (status === 400 && Array.isArray(member(json, 'detail')))

/** Whether a credential was refused, with any status that deployments use for it. */
export const isDenied = (exchange: Exchange): boolean =>
  [400, 401, 403].includes(exchange.status) && !isInvalid(exchange)

/**
 * Whether a credential was accepted where it was sent. A response that neither accepts nor refuses a
 * credential is none of the options.
 */
export function acceptedOrRefused<const Yes extends string, const No extends string>(
  exchange: Exchange,
  yes: Yes,
  no: No,
) {
  if (isAccepted(exchange)) return observed(exchange, yes)
  return isDenied(exchange) ? observed(exchange, no) : noOption(exchange)
}

/** The items of a list, however it is wrapped; empty if there are none. */
export const itemsIn = (exchange: Exchange): readonly JsonObject[] => itemsOf(exchange) ?? []

/** Inputs from a person who knows the target. Some choices cannot be observed without them.
 */
export type CalibrationInputs = {
  /** A restricted user, and an API key that this user already had. */
  readonly restrictedEmail?: string | undefined
  readonly restrictedPassword?: string | undefined
  readonly restrictedKey?: string | undefined
  /** A question whose turn asks for an approval (which is rejected), and the agent for it. */
  readonly approvalQuery?: string | undefined
  readonly approvalAgent?: string | undefined
  /** A question whose turn fails, for example because its model is down. */
  readonly failingQuery?: string | undefined
  /** The id of a workflow that may run without inputs, about twenty times. */
  readonly workflow?: string | undefined
  /** Whether all sessions of the second user may be ended. */
  readonly endSessions?: boolean | undefined
}

/** Thrown by an observer that needs an input which a flag can supply. */
export class InputMissing extends Skipped {
  override readonly name = 'Needed'
}

/** Returns an input or a credential. Throws `InputMissing` with its flag if it is missing. */
export function requireInput<Input>(input: Input | undefined, flag: string): Input {
  if (input === undefined) throw new InputMissing(`needs ${flag}`)
  return input
}
