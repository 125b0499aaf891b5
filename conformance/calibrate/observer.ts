import type { ChoiceId, OptionOf } from '../../contract/choices.ts'
import type { Plan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { valueAt, member } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { Skipped } from '../session/outcomes.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

/** One reply that shows the option of a choice. */
export type ObservedOption<Id extends ChoiceId = ChoiceId> = {
  readonly option: OptionOf<Id>
  readonly value?: unknown
  readonly exchange: Exchange
}

/** What an observer works with. */
export type ObserverContext = {
  readonly session: TestSession
  readonly inputs: CalibrationInputs
  /** The option that another choice was seen to have. Throws where it was not seen. */
  option<Id extends ChoiceId>(id: Id): Promise<OptionOf<Id>>
}

/** How one choice is observed: it never judges, and never guesses. */
export type Observer<Id extends ChoiceId> = {
  /** The cheapest plan that holds it. */
  readonly plan: Plan
  /** Whether it ends sessions, so that it has to come after all others. */
  readonly last?: boolean
  /** Every look that was had. Throws where no reply told the options apart. */
  readonly observe: (
    context: ObserverContext,
  ) => Promise<ObservedOption<Id> | readonly ObservedOption<Id>[]>
}

export type Observers = { readonly [Id in ChoiceId]?: Observer<Id> }

/** A look at a choice: the reply, and the option that it shows. */
export const observed = <Option extends string>(
  exchange: Exchange,
  option: Option,
  value?: unknown,
) => ({
  option,
  exchange,
  ...(value !== undefined && { value }),
})

/** The code of an error in either dialect: `error`, or the `error_code` beside a `detail`. */
export function anyErrorCode({ json }: Exchange): string | undefined {
  const code = member(json, 'error') ?? member(json, 'error_code')
  return typeof code === 'string' ? code : undefined
}

/** Whether a reply refuses the input, whichever status that has here. */
export const isInvalid = ({ status, json }: Exchange): boolean =>
  status === 422 || (status === 400 && Array.isArray(member(json, 'detail')))

/** Whether a credential was refused, whichever status that has here. */
export const isDenied = (exchange: Exchange): boolean =>
  [400, 401, 403].includes(exchange.status) && !isInvalid(exchange)

/** The items of a list in any of its forms. */
export function itemsIn({ json }: Exchange): readonly JsonObject[] {
  const places = [
    json,
    member(json, 'items'),
    member(json, 'data'),
    valueAt(json, ['data', 'items']),
  ]
  return (places.find(Array.isArray) ?? []).filter(isObject)
}

/** What some choices take to be seen, and only who knows the target can give. */
export type CalibrationInputs = {
  /** An account that is restricted, and an API key that it had before. */
  readonly restrictedEmail?: string | undefined
  readonly restrictedPassword?: string | undefined
  readonly restrictedKey?: string | undefined
  /** A question that makes a turn ask for an approval, which is rejected, and the id of its agent. */
  readonly approvalQuery?: string | undefined
  readonly approvalAgent?: string | undefined
  /** The id of a workflow that may be run without inputs, some twenty times. */
  readonly workflow?: string | undefined
  /** Whether all sessions of the second user may be ended. */
  readonly endSessions?: boolean | undefined
}

/** What an observer throws that lacks something which a flag could give. */
export class InputMissing extends Skipped {
  override readonly name = 'Needed'
}

/** An aid or a credential that an observer cannot do without. Throws `Needed` with its flag. */
export function requireInput<Aid>(aid: Aid | undefined, flag: string): Aid {
  if (aid === undefined) throw new InputMissing(`needs ${flag}`)
  return aid
}
