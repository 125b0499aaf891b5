import type { FaultInput } from '../../../contract/fault.ts'
import { effectKinds, type Values } from './effect-kinds.ts'

/** Whom a fault strikes, as a form has it: texts, empty where any will do. */
export type MatchValues = {
  readonly endpoint: string
  readonly caller: string
  readonly nth: string
  readonly every: string
  readonly probability: string
  readonly times: string
}

export const anyCall: MatchValues = {
  endpoint: '',
  caller: '',
  nth: '',
  every: '',
  probability: '',
  times: '',
}

/** A text with commas as its parts; one alone stays alone. */
function oneOrMore<Part>(text: string, read: (part: string) => Part): Part | Part[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(read)
  return parts.length === 1 ? (parts[0] as Part) : parts
}

/** The fault that a form asks for. */
export function readFault(kind: string, values: Values, match: MatchValues): FaultInput {
  const effect = effectKinds[kind]?.effect(values) ?? {}
  const { endpoint, caller, nth, every, probability, times } = match
  const wanted = {
    ...(endpoint && { endpoint: oneOrMore(endpoint, String) }),
    ...(caller && { caller: oneOrMore(caller, String) }),
    ...(nth && { nth: oneOrMore(nth, Number) }),
    ...(every && { every: Number(every) }),
    ...(probability && { probability: Number(probability) }),
  }
  return {
    ...(Object.keys(wanted).length > 0 && { match: wanted }),
    ...(times && { times: Number(times) }),
    effect,
  }
}
