import type { ChoiceId, OptionOf } from '../../../contract/choices.ts'
import type { Picks } from '../../../contract/picks.ts'

/** What each option of a choice means: exhaustive, and nothing besides. */
type Meanings<Id extends ChoiceId, Meaning> = Readonly<Record<OptionOf<Id>, Meaning>>
type NoOther<Id extends ChoiceId, Given> =
  Exclude<`${Extract<keyof Given, string | number>}`, OptionOf<Id>> extends never ? unknown : never

/** Reads picks: what each option of a choice means is said in one exhaustive record. */
export type Choose = {
  /** The meaning of the picked option. */
  <Id extends ChoiceId, const Given extends Meanings<Id, unknown>>(
    id: Id,
    meanings: Given & NoOther<Id, Given>,
  ): Given[keyof Given]
  /** The meaning of the picked option and its value, for choices with options that take one. */
  value<Id extends ChoiceId, const Given extends Meanings<Id, (value: unknown) => unknown>>(
    id: Id,
    meanings: Given & NoOther<Id, Given>,
  ): Given[keyof Given] extends (value: unknown) => infer Meaning ? Meaning : never
}

export function createChoose(picks: Picks): Choose {
  const choose = (id: ChoiceId, meanings: Readonly<Record<string, unknown>>) =>
    meanings[picks[id].option]
  const value = (id: ChoiceId, meanings: Readonly<Record<string, (value: unknown) => unknown>>) =>
    meanings[picks[id].option]?.(picks[id].value)
  return Object.assign(choose, { value }) as Choose
}
