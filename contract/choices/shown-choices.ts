import type { Choice, Grade, Shows } from './choice.ts'
import { type ChoiceId, choiceIds, choices } from '../choices.ts'
import type { Operation } from '../operations/operation.ts'
import { type OperationId, operations } from '../operations.ts'
import type { Condition } from '../errors.ts'
import { type Picks, picksAt, type Profile } from '../picks.ts'

/** What came of a call: what was asked for, why it was refused, or a failure made on purpose. */
export type CallOutcome = 'success' | Condition | 'invalid' | 'fault'

/** What a call showed of a deployment. */
export type ObservedCall = {
  /** `undefined` where it led to no operation. */
  readonly endpoint: OperationId | undefined
  readonly outcome: CallOutcome
  /** The error code that the contract has for it, or that a failure on purpose was sent with. */
  readonly code?: string | undefined
  /** The names of the events that came, each once. */
  readonly events: readonly string[]
}

/** A choice that a call relied on, and the option that was in effect. */
export type ShownChoice = {
  readonly choice: ChoiceId
  readonly option: string
  readonly grade: Grade
}

/** The choices that showed in a call under a profile: another option could have changed what came. */
export function choicesShownBy(profile: Profile, seen: ObservedCall): readonly ShownChoice[] {
  const picks = picksAt(profile, seen.endpoint)
  return choiceIds
    .filter((id) => applies(choices[id], picks) && showsIn(choices[id].shows, seen))
    .map((id) => optionIn(picks, id))
}

/** The option of a choice that picks have, with its grade. */
function optionIn(picks: Picks, choice: ChoiceId): ShownChoice {
  const { option } = picks[choice]
  return { choice, option, grade: choices[choice].options[option]?.grade ?? 'open' }
}

/** Whether a choice matters at all beside the other picks. */
const applies = ({ when = {} }: Choice, picks: Picks): boolean =>
  Object.entries(when).every(([other, options]) =>
    options.includes(picks[other as ChoiceId].option),
  )

function showsIn(shows: Shows, { endpoint, outcome, events }: ObservedCall): boolean {
  const refused = outcome !== 'success'
  // A failure that was put in its place shows nothing of an operation, but how errors are written.
  if (outcome === 'fault') return shows.conditions?.length === 0
  const row: Operation | undefined = endpoint && operations[endpoint]
  return (
    matches(shows.endpoints, endpoint) &&
    (shows.replies === undefined || (!refused && matches(shows.replies, row?.answer))) &&
    (shows.conditions === undefined || (refused && matches(shows.conditions, outcome))) &&
    (shows.events === undefined || events.some((name) => matches(shows.events, name)))
  )
}

/** An empty list means any, and so does none. */
const matches = (list: readonly string[] | undefined, one: string | undefined): boolean =>
  list === undefined || list.length === 0 || (one !== undefined && list.includes(one))
