import type { ChoiceId, OptionOf } from '../../contract/choices.ts'
import type { Exchange, RequestSpec } from '../session/exchange.ts'

/** The part of an exchange that is stored as evidence. */
export type Evidence = {
  readonly request: { readonly method: string; readonly path: string }
  readonly status: number
}

/** A response that shows an option of a choice, or that shows none of its options. */
export type ObservedOption<Id extends ChoiceId = ChoiceId> = {
  /** Absent if the response shows none of the options. */
  readonly option?: OptionOf<Id>
  readonly value?: unknown
  /** The unexpected response in words; by default its status. */
  readonly came?: string
  readonly exchange: Evidence
  /** The operation that the pick is for, if it is not the operation of the exchange. */
  readonly at?: Pick<RequestSpec, 'method' | 'path'>
  /** The observation only counts if each of these choices is known to have one of these options. */
  readonly given?: Readonly<Partial<Record<ChoiceId, readonly string[]>>>
}

/**
 * An observed option, details of the option, or a description of what came instead. Refers to the
 * current exchange unless it names another.
 */
export type Look<Id extends ChoiceId = ChoiceId> =
  | OptionOf<Id>
  | (Omit<ObservedOption<Id>, 'exchange'> & Partial<Pick<ObservedOption, 'exchange'>>)

/** Adds the exchange to an observed option. */
export const toObserved = <Id extends ChoiceId>(
  look: Look<Id>,
  exchange: Evidence,
): ObservedOption<Id> =>
  typeof look === 'object' ? { exchange, ...look } : { option: look, exchange }

/** Records a response that shows none of the options, with a description. */
export const noOption = (exchange: Evidence, came?: string) => ({
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

/** Reduces an exchange to the part that is stored as evidence. */
export const toEvidence = ({ request: { method, path }, status }: Evidence): Evidence => ({
  request: { method, path },
  status,
})

/** Makes an observation: the response and the option that it shows. */
export const observed = <Option extends string>(
  exchange: Evidence,
  option: Option,
  value?: unknown,
) => ({
  option,
  exchange,
  ...(value !== undefined && { value }),
})
