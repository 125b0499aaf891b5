import { isObject, type JsonObject } from '../../../contract/json.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import type { Effect, Refusal } from '../../../contract/profile/effects.ts'
import { literalExpression } from './expression-text.ts'
import type { KnownRoute } from './recorded-route.ts'

/** The sections of a profile with the entries of operations. */
export type Sections = { answers: Record<string, unknown>; operations: Record<string, unknown> }

/** An entry of a profile that may have refusals: an answer, or a family. */
type RuleEntry = {
  readonly refuses?: unknown
  readonly also?: unknown
  readonly changes?: unknown
}

/** Finds an operation's answer or family: its section, its name and its content, `{}` if absent. */
export function entryOf(sections: Sections, { operation, family = '' }: KnownRoute) {
  const [section, name] =
    operation === undefined
      ? [sections.operations, family]
      : [sections.answers, operationName(operation)]
  return { section, name, part: (section[name] ?? {}) as RuleEntry & JsonObject }
}

/** The refusals in an operation's answer or family; undefined if there can't be any. */
export function refusalListOf(
  sections: Sections,
  knownRoute: KnownRoute,
): { readonly list: readonly Refusal[]; set(list: readonly Refusal[]): void } | undefined {
  const { section, name, part } = entryOf(sections, knownRoute)
  const { operation, action } = knownRoute
  const isByAction = part['kind'] === 'collection'
  if (
    operation === undefined &&
    !['action', 'document', 'collection'].includes(String(part['kind'])) &&
    action !== 'upload'
  )
    return undefined
  if (isByAction && (action === undefined || action === 'toggle')) return undefined
  const byAction = (part.refuses ?? {}) as JsonObject
  const list = ((isByAction ? byAction[action ?? ''] : part.refuses) ?? []) as readonly Refusal[]
  const set = (own: readonly Refusal[]) => {
    section[name] = { ...part, refuses: isByAction ? { ...byAction, [action ?? '']: own } : own }
  }
  return { list, set }
}

/** The text that distinguishes the refusals of an operation: the code, or else the message. */
export const refusalText = ({ code, detail }: Partial<Refusal>) => code ?? detail

/** The code, the message and the arguments of a recorded refusal. */
export function refusalWords(
  json: JsonObject,
): Pick<Refusal, 'detail' | 'args'> & { code: string | null } {
  const { detail, message, error_args: args } = json
  const text = detail ?? message
  return {
    code: errorCodeIn(json),
    ...(typeof text === 'string' && text !== '' && { detail: text }),
    ...(isObject(args) && Object.keys(args).length > 0 && { args: literalExpression(args) }),
  }
}

/** The error code in a refusal, in either form; null if there is none. */
export const errorCodeIn = ({ error_code, error }: JsonObject): string | null =>
  [error_code, error].find((one): one is string => typeof one === 'string' && one !== '') ?? null

/** The effects in an operation's answer or family. */
export function effectListOf(
  sections: Sections,
  known: KnownRoute,
): { readonly list: readonly Effect[]; set(list: readonly Effect[]): void } | undefined {
  const { section, name, part } = entryOf(sections, known)
  const { action = '' } = known
  const { also } = part
  if (Array.isArray(also))
    return {
      list: also as readonly Effect[],
      set: (list) => void (section[name] = { ...part, also: list }),
    }
  if (!isObject(also) || also[action] === undefined) return undefined
  return {
    list: also[action] as readonly Effect[],
    set: (list) => void (section[name] = { ...part, also: { ...also, [action]: list } }),
  }
}
