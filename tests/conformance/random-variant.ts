import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import { optionValues } from '../support/option-values.ts'
import { seeded } from '../support/seeded.ts'

type Drawn = { readonly option: string; readonly pick: unknown }

/** Random picks that the specification allows, for about half of the open choices. */
export function randomVariant(seed: number): Readonly<Record<string, unknown>> {
  const draw = seeded(seed * 7919 + 1)
  const drawn = new Map<ChoiceId, Drawn>()
  for (const id of choiceIds) {
    const open = Object.entries(choices[id].options).filter(([, { grade }]) => grade === 'open')
    const [option, { value } = {}] = open[draw(open.length)] ?? []
    if (option === undefined || draw(2) === 0) continue
    drawn.set(id, { option, pick: value ? { [option]: optionValues[option] } : option })
  }
  dropMasked(drawn)
  return Object.fromEntries([...drawn].map(([id, { pick }]) => [id, pick]))
}

/** Removes picks that apply only under another pick. */
function dropMasked(drawn: Map<ChoiceId, Drawn>): void {
  const picked = (id: string) =>
    drawn.get(id as ChoiceId)?.option ?? choices[id as ChoiceId].default
  const masked = [...drawn.keys()].filter((id) =>
    Object.entries(choices[id].when ?? {}).some(([other, ok]) => !ok.includes(picked(other))),
  )
  for (const id of masked) drawn.delete(id)
  if (masked.length > 0) dropMasked(drawn)
}
