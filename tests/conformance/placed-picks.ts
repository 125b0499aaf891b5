import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { operationIds, operations, type OperationId } from '../../contract/operations.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { readProfile } from '../../contract/profile.ts'
import { drawnPicks, pickOf } from '../support/drawn-picks.ts'
import { seeded } from '../support/seeded.ts'

/** The operations of the specification that the suite calls: a pick elsewhere changes nothing. */
const specified = operationIds.filter(
  (id) =>
    'clause' in operations[id] && !/^\/api\/(?:admin|orgs|workflows)/.test(operations[id].path),
)

/** Whether a response of an operation can show a choice. */
function shows(id: ChoiceId, place: OperationId): boolean {
  const { answer }: Operation = operations[place]
  return [choices[id].shows]
    .flat()
    .some(
      ({ endpoints, replies, events }) =>
        (endpoints === undefined || endpoints.includes(place)) &&
        (replies === undefined || replies.includes(answer)) &&
        (events === undefined || answer === 'stream'),
    )
}

const pairs = choiceIds.flatMap((id) =>
  specified.filter((place) => shows(id, place)).map((place) => ({ id, place })),
)

/** Number of picks that a profile has for single operations. */
const placedCount = 8

/** Random picks, and random picks for single operations that show their choice. */
export function placedPicks(seed: number): Readonly<Record<string, unknown>> {
  const draw = seeded(seed * 104_729 + 11)
  let picks: Record<string, unknown> = drawnPicks(seed)
  for (let placed = 0; placed < placedCount;) {
    const { id, place } = pairs[draw(pairs.length)] ?? pairs[0]!
    const names = Object.keys(choices[id].options)
    const pick = pickOf(id, names[draw(names.length)] ?? '')
    const more = withPlaced(picks, id, place, pick)
    if (!isValid(more)) continue
    picks = more
    placed += 1
  }
  return picks
}

/** A pick in a profile: an option, or options by operation. */
type Placed = { readonly default?: unknown; readonly at: Readonly<Record<string, unknown>> }

function withPlaced(
  picks: Readonly<Record<string, unknown>>,
  id: ChoiceId,
  place: OperationId,
  pick: unknown,
): Record<string, unknown> {
  const before = picks[id]
  const isPlaced = typeof before === 'object' && before !== null && 'at' in before
  const own: Placed = isPlaced
    ? (before as Placed)
    : { ...(before !== undefined && { default: before }), at: {} }
  return { ...picks, [id]: { ...own, at: { ...own.at, [operationName(place)]: pick } } }
}

/** Whether no pick contradicts another one. */
function isValid(picks: object): boolean {
  try {
    readProfile({ picks })
    return true
  } catch {
    return false
  }
}
