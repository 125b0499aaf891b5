import type { ChoiceId, OptionOf } from '../../contract/choices.ts'
import type { Evidence, Exchange, RequestSpec } from '../session/exchange.ts'

/** A response that shows one option of a choice, or no option. */
export type ObservedOption<Id extends ChoiceId = ChoiceId> = {
  /** The observed option; absent if the response shows none of the options. */
  readonly option?: OptionOf<Id>
  readonly value?: unknown
  /** A description of a response that shows no option. Default: the status of the response. */
  readonly came?: string | undefined
  readonly exchange: Evidence
  /** The operation that the observation is about; by default the operation of the exchange. */
  readonly at?: Pick<RequestSpec, 'method' | 'path'>
  /** The observation only holds if each of these choices has one of the options listed for it. */
  readonly given?: Readonly<Partial<Record<ChoiceId, readonly string[]>>>
}

/**
 * The id of an observed option, or an object with details. The exchange is the current one unless
 * the object names another.
 */
export type OptionReading<Id extends ChoiceId = ChoiceId> =
  | OptionOf<Id>
  | (Omit<ObservedOption<Id>, 'exchange'> & Partial<Pick<ObservedOption, 'exchange'>>)

/** Adds the exchange to an observed option. */
export const toObserved = <Id extends ChoiceId>(
  look: OptionReading<Id>,
  exchange: Evidence,
): ObservedOption<Id> =>
  typeof look === 'object' ? { exchange, ...look } : { option: look, exchange }

/** Creates the observation of a response that shows none of the options. `came` describes it. */
export const observedNoOption = (exchange: Evidence, came?: string) => ({ exchange, came })

/** Returns the option for the status of a response. A status not in `options` shows no option. */
export function optionByStatus<const Option extends string>(
  exchange: Exchange,
  options: Readonly<Record<number, Option>>,
) {
  const option = options[exchange.status]
  return option === undefined ? observedNoOption(exchange) : observedOption(exchange, option)
}

/** Creates an observation from a response and the option that it shows. */
export const observedOption = <Option extends string>(
  exchange: Evidence,
  option: Option,
  value?: unknown,
) => ({ option, exchange, value })
