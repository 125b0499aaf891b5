import { type ChoiceId, choiceIds, choices } from '../contract/choices.ts'

/** A wrong server that is a profile: one pick that contradicts the specification. */
export type ChoiceMutant = {
  /** `errors.envelope=detail`; an option that takes a value is followed by it: `=items:7`. */
  readonly id: string
  readonly choice: ChoiceId
  readonly option: string
  /** Whether the option takes a value. */
  readonly takesValue: boolean
  readonly says: string
}

/** Every pick that contradicts the specification in a way that a check can see. */
export const choiceMutants: readonly ChoiceMutant[] = choiceIds.flatMap((choice) =>
  Object.entries(choices[choice].options)
    .filter(([, { grade, unseen }]) => grade === 'deviates' && unseen === undefined)
    .map(([option, { says, value }]) => ({
      id: `${choice}=${option}`,
      choice,
      option,
      takesValue: value !== undefined,
      says: `${choices[choice].question} ${says}`,
    })),
)

/** The picks of such a server: its own, and those without which it would not apply. */
export function picksOf({ choice, option, takesValue }: ChoiceMutant, value?: number) {
  const conditions = Object.entries(choices[choice].when ?? {})
    .filter(([other, allowed]) => !allowed.includes(choices[other as ChoiceId].default))
    .map(([other, allowed]) => [other, allowed[0]])
  const pick = takesValue ? { [option]: value } : option
  return { ...Object.fromEntries(conditions), [choice]: pick } as Readonly<Record<string, unknown>>
}
