import { memoizeByObject } from '../memoize.ts'
import type { Grade, ObservedField, ShownBy } from './choice.ts'
import { type ChoiceId, choiceIds, choices } from '../choices.ts'
import type { Operation } from '../operations/operation.ts'
import { type OperationId, operations } from '../operations.ts'
import { type Condition, credentialConditions } from '../errors.ts'
import { choiceApplies, type Picks, picksAt, type Profile } from '../picks.ts'

/** The outcome of a request: success, an error condition, invalid input, or an injected fault. */
export type CallOutcome = 'success' | Condition | 'invalid' | 'fault'

/** The properties of a request and its response that decide which choices they show. */
export type ObservedCall = {
  /** The operation; `undefined` for an unknown path. */
  readonly endpoint: OperationId | undefined
  readonly outcome: CallOutcome
  /** The error code of the contract or of a fault. */
  readonly code?: string | undefined
  /** The names of the events in the response stream, each name once. */
  readonly events: readonly string[]
  /** The fields and parameters of the request that choices depend on. */
  readonly fields: readonly ObservedField[]
}

/** A choice that a request relied on, with the option used. */
export type ShownChoice = {
  readonly choice: ChoiceId
  readonly option: string
  readonly grade: Grade
}

/** Returns the choices that shaped a response: another option could have changed the response. */
export function choicesShownBy(profile: Profile, seen: ObservedCall): readonly ShownChoice[] {
  return optionsAt(profile, seen.endpoint).filter(({ choice }) =>
    [choices[choice].shows].flat().some((shows) => isShownIn(shows, seen)),
  )
}

/** Caches the options that a profile uses for most operations: a report reads them very often. */
const generalOptions = memoizeByObject((profile: Profile) => findOptions(picksAt(profile)))

/** Returns the choices that apply to an operation, with the options used. */
function optionsAt(profile: Profile, endpoint: OperationId | undefined): readonly ShownChoice[] {
  if (endpoint !== undefined && profile.at[endpoint] !== undefined)
    return findOptions(picksAt(profile, endpoint))
  return generalOptions(profile)
}

const findOptions = (picks: Picks): readonly ShownChoice[] =>
  choiceIds.filter((id) => choiceApplies(id, picks)).map((id) => optionIn(picks, id))

/** Returns the picked option of a choice, with its grade. */
function optionIn(picks: Picks, choice: ChoiceId): ShownChoice {
  const { option } = picks[choice]
  return { choice, option, grade: choices[choice].options[option]?.grade ?? 'open' }
}

/** Errors that occur before the route runs, and so do not show how the operation behaves. */
const outcomesBeforeRoute: ReadonlySet<CallOutcome> = new Set([
  ...credentialConditions,
  'scope-missing',
  'admin-only',
  'rate-limited',
  'maintenance',
  'overloaded',
  'body-unreadable',
  'body-not-json',
  'body-type-unsupported',
  'body-too-large',
])

function isShownIn(shows: ShownBy, { endpoint, outcome, events, fields }: ObservedCall): boolean {
  const refused = outcome !== 'success'
  // An injected fault shows only the format of errors, and not how the operation behaves.
  if (outcome === 'fault') return shows.conditions?.length === 0
  const row: Operation | undefined = endpoint && operations[endpoint]
  const reached = shows.endpoints === undefined || !outcomesBeforeRoute.has(outcome)
  return (
    listMatches(shows.endpoints, endpoint) &&
    (shows.replies === undefined || (!refused && listMatches(shows.replies, row?.answer))) &&
    (shows.conditions === undefined
      ? reached
      : refused && listMatches(shows.conditions, outcome)) &&
    (shows.events === undefined || events.some((name) => listMatches(shows.events, name))) &&
    (shows.with === undefined || fields.includes(shows.with)) &&
    (shows.without === undefined || !fields.includes(shows.without))
  )
}

/** Whether a list contains a value. An empty or absent list matches anything. */
const listMatches = (list: readonly string[] | undefined, one: string | undefined): boolean =>
  list === undefined || list.length === 0 || (one !== undefined && list.includes(one))
