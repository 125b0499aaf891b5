import { type ChoiceId, choiceIds, choices } from '../contract/choices.ts'
import { type Pick, picksAt, type Picks, type Profile } from '../contract/picks.ts'
import type { LeftOut } from '../contract/tolerance-report.ts'
import { compose } from './compose.ts'
import type { Variant } from './variant.ts'

/** A value for each open option that takes one, by choice. A tolerant client works with any. */
const values: Partial<Readonly<Record<ChoiceId, unknown>>> = {
  'keys.expiry-field': 'expires',
  'conversations.search-parameter': 'search',
  'chat.query-length': 4000,
  'events.cursor-step': 7,
  'events.title': 1,
  'versioning.published': '0.8.1',
  'http.headers': { 'x-powered-by': 'Platform', vary: 'Origin' },
}

/** The options that no client can follow without further knowledge, with the reason. */
const untried: Readonly<Record<string, string>> = {
  'http.cors-origins=listed': 'only the owner of the deployment knows which origins it lists',
}

/** Every open option that differs from a profile and is allowed beside it, and those left out. */
export function optionVariants(profile: Profile): {
  readonly variants: readonly Variant[]
  readonly leftOut: readonly LeftOut[]
} {
  const variants: Variant[] = []
  const leftOut: LeftOut[] = []
  const current = picksAt(profile)
  for (const choice of choiceIds)
    for (const [name, { grade }] of Object.entries(choices[choice].options)) {
      const id = `${choice}=${name}`
      if (grade !== 'open' || current[choice].option === name) continue
      const variant = optionVariant(choice, name, current)
      const reason = untried[id] ?? (typeof variant === 'string' ? variant : undefined)
      if (reason !== undefined) leftOut.push({ id, reason })
      else if (typeof variant !== 'string' && compose(profile, [variant]) === undefined)
        leftOut.push({ id, reason: `other picks of \`${profile.name}\` make it invisible` })
      else if (typeof variant !== 'string') variants.push(variant)
    }
  return { variants, leftOut }
}

/** The variant of an option; a reason if the profile does not allow it. */
function optionVariant(choice: ChoiceId, name: string, current: Picks): Variant | string {
  const { question, clause, options } = choices[choice]
  const { says = '', value } = options[name] ?? {}
  const picks: Partial<Record<ChoiceId, Pick>> = {
    [choice]: value === undefined ? { option: name } : { option: name, value: values[choice] },
  }
  for (const [id, allowed] of Object.entries(choices[choice].when ?? {})) {
    const other = id as ChoiceId
    if (allowed.includes(current[other].option)) continue
    const option = allowed.find((one) => choices[other].options[one]?.grade !== 'deviates')
    if (option === undefined || choices[other].options[option]?.value !== undefined)
      return `it needs \`${other}\` to be ${allowed.map((one) => `\`${one}\``).join(' or ')}`
    picks[other] = { option }
  }
  return {
    id: `${choice}=${name}`,
    says,
    picks,
    faults: [],
    marks: [`${choice}=${name}`],
    option: { choice, name, question, clause },
  }
}
