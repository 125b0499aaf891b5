import type { ChoiceId, OptionOf } from '../../../contract/choices.ts'
import type { Picks } from '../../../contract/picks.ts'

/** One value for each option of a choice. A missing or unknown option is a compile error. */
type ValuePerOption<Id extends ChoiceId, Value> = Readonly<Record<OptionOf<Id>, Value>>
type NoUnknownOptions<Id extends ChoiceId, Given> =
  Exclude<`${Extract<keyof Given, string | number>}`, OptionOf<Id>> extends never ? unknown : never

/** Reads picks: selects the value of the picked option from the values of all options. */
export type Choose = {
  <Id extends ChoiceId, const Given extends ValuePerOption<Id, unknown>>(
    id: Id,
    values: Given & NoUnknownOptions<Id, Given>,
  ): Given[keyof Given]
  /** Returns the picked option itself. */
  option<Id extends ChoiceId>(id: Id): OptionOf<Id>
  /**
   * Calls the function of the picked option with its value, for a choice whose options take a
   * value.
   */
  value<Id extends ChoiceId, const Given extends ValuePerOption<Id, (value: unknown) => unknown>>(
    id: Id,
    functions: Given & NoUnknownOptions<Id, Given>,
  ): Given[keyof Given] extends (value: unknown) => infer Result ? Result : never
}

export function createChoose(picks: Picks): Choose {
  const choose = (id: ChoiceId, values: Readonly<Record<string, unknown>>) =>
    values[picks[id].option]
  const value = (id: ChoiceId, functions: Readonly<Record<string, (value: unknown) => unknown>>) =>
    functions[picks[id].option]?.(picks[id].value)
  const option = (id: ChoiceId) => picks[id].option
  return Object.assign(choose, { value, option }) as Choose
}
