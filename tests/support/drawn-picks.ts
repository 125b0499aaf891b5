import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import { seeded } from './seeded.ts'

const values: Partial<Record<ChoiceId, unknown>> = {
  'login.expires-in': 3600,
  'lists.default-size': 7,
  'events.cursor-step': 3,
  'events.first-cursor': 12,
  'chat.query-length': 2000,
  'events.title': 2,
  'versioning.published': '0.8.5',
  'keys.expiry-field': 'expiration',
  'conversations.search-parameter': 'keyword',
  'keys.prefix': 'key-',
  'http.cors-origins': ['http://localhost:3000', 'http://127.0.0.1:3001'],
  'http.headers': { 'x-powered-by': 'Platform', vary: 'Origin' },
}

/** An option as a profile names it. */
export const pickOf = (id: ChoiceId, option: string): unknown =>
  choices[id].options[option]?.value === undefined ? option : { [option]: values[id] }

/** The picks that a choice requires. */
export const picksUnderWhich = (id: ChoiceId) =>
  Object.fromEntries(
    Object.entries(choices[id].when ?? {})
      .filter(([other, allowed]) => !allowed.includes(choices[other as ChoiceId].default))
      .map(([other, [allowed]]) => [other, allowed]),
  )

/** Random picks over all options, each within its `when`; the same seed gives the same picks. */
export function drawnPicks(seed: number) {
  const below = seeded(seed)
  const options: Record<string, string> = {}
  for (const id of choiceIds) {
    const names = Object.keys(choices[id].options)
    options[id] = names[below(names.length)] ?? choices[id].default
  }
  const applies = (id: ChoiceId) =>
    Object.entries(choices[id].when ?? {}).every(([other, allowed]) =>
      allowed.includes(options[other] ?? ''),
    )
  const picked = choiceIds.filter(
    (id) =>
      applies(id) && (choices[id].options[options[id] ?? '']?.value === undefined || id in values),
  )
  return Object.fromEntries(picked.map((id) => [id, pickOf(id, options[id] ?? '')]))
}
