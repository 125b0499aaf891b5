import type { ChoiceInEffect } from '../../control/answers.ts'

/** Which choices are shown, by what people call them. */
export const filterLabels = {
  all: 'of any kind',
  changed: 'not at their default',
  relied: 'relied on by calls',
  deviating: 'played against the specification',
} as const

export type ChoiceFilter = keyof typeof filterLabels

type FilterOptions = {
  /** A text that occurs in what a row says. */
  readonly text: string
  readonly filter: ChoiceFilter
  /** How many calls relied on each choice. */
  readonly calls: ReadonlyMap<string, number>
}

/** Whether something else than the default is played, anywhere. */
export const isChanged = ({ pick, at, default: standard }: ChoiceInEffect): boolean =>
  pick.option !== standard || Object.keys(at).length > 0

/** The choices that are wished for. */
export function filterChoices(
  choices: readonly ChoiceInEffect[],
  { text, filter, calls }: FilterOptions,
): ChoiceInEffect[] {
  const wanted = text.trim().toLowerCase()
  return choices.filter((choice) => {
    if (filter === 'changed' && !isChanged(choice)) return false
    if (filter === 'relied' && !calls.has(choice.id)) return false
    if (filter === 'deviating' && choice.pick.grade !== 'deviates') return false
    return wanted === '' || JSON.stringify(choice).toLowerCase().includes(wanted)
  })
}
