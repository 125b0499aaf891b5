import { isObject, isSameJson, type JsonObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { operations as contract } from '../../../contract/operations.ts'
import { operationName } from '../../../contract/operations/operation-index.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import type { Refusal } from '../../../contract/profile/effects.ts'
import { isSecretPlace } from '../../../secrets/forms.ts'
import type { PlayedRoute } from './base-families.ts'
import { fieldName, literal } from './expression-text.ts'
import type { KnownRoute, RecordedRefusal } from './recorded-route.ts'

/** A part of a profile that may have refusals: an answer, or a family. */
type Part = { readonly refuses?: unknown }
/** The rules of one operation, with the exchanges that taught them. */
type Learned = { readonly rules: readonly Refusal[]; readonly entries: readonly number[] }

/**
 * The refusals of a route that its input alone decides: a value that was refused, or the same body.
 * What was accepted elsewhere depends on the state, so that no rule can say it.
 */
export function learnRefusals({ route, known }: PlayedRoute): Learned {
  const row: Operation | undefined = known.operation && contract[known.operation]
  const learned = route.refusals.flatMap((refusal) => {
    const isAccepted = route.samples.some(({ sent }) => isSameJson(sent, refusal.sent))
    // What the schema of the contract refuses needs no rule.
    const isPlayed = row?.body?.safeParse(refusal.sent).success === false
    const rule = isAccepted || isPlayed ? undefined : ruleOf(refusal, row === undefined)
    return rule === undefined ? [] : [{ rule, entry: refusal.entry }]
  })
  return { rules: learned.map(({ rule }) => rule), entries: learned.map(({ entry }) => entry) }
}

function ruleOf({ status, sent, json }: RecordedRefusal, isOwn: boolean): Refusal | undefined {
  const { detail, message, error, error_code, error_args: args } = json
  if (Array.isArray(detail)) return inputRule(detail, isOwn)
  // A wrong password says nothing about others, and no secret may be in a profile.
  const fields = Object.entries(isObject(sent) ? sent : {}).filter(
    ([name, value]) => !isSecretPlace([name], String(value)),
  )
  if (fields.length === 0) return undefined
  const same = fields.map(([name, value]) => equals(`$body.${fieldName(name)}`, value))
  const text = detail ?? message
  return {
    when: same.join(' && '),
    ...(status !== 400 && { status }),
    code:
      ([error_code, error].find((one) => typeof one === 'string' && one !== '') as string) ?? null,
    ...(typeof text === 'string' && text !== '' && { detail: text }),
    ...(isObject(args) && Object.keys(args).length > 0 && { args: literal(args) }),
  }
}

const equals = (place: string, value: unknown) => `${place} == ${literal(value)}`

/** The rule of one invalid value. A family refuses by its shapes what is of a wrong form. */
function inputRule(items: readonly unknown[], isOwn: boolean): Refusal | undefined {
  const [item, ...more] = items
  if (!isObject(item) || more.length > 0 || !Array.isArray(item['loc'])) return undefined
  const { loc, type, msg, input, ctx } = item
  const at = (loc as readonly unknown[]).map(String)
  if (at[0] !== 'body' || at.length < 2 || type === 'missing') return undefined
  if (isOwn && type !== 'value_error') return undefined
  return {
    when: equals(`$${at.map(fieldName).join('.')}`, input),
    at,
    type: String(type),
    detail: String(msg).replace(/^Value error, /, ''),
    ...(isObject(ctx) && type !== 'value_error' && { args: literal(ctx) }),
  }
}

/** Adds rules to the answer or the family of an operation, after those that it has. */
export function withRules(
  sections: { answers: Record<string, unknown>; operations: Record<string, unknown> },
  { operation, family = '', action }: KnownRoute,
  rules: readonly Refusal[],
): boolean {
  const [section, name] =
    operation === undefined
      ? [sections.operations, family]
      : [sections.answers, operationName(operation)]
  const part = (section[name] ?? {}) as Part & JsonObject
  const isByAction = part['kind'] === 'collection'
  if (
    operation === undefined &&
    !['action', 'document', 'collection'].includes(String(part['kind']))
  )
    return false
  if (isByAction && (action === undefined || action === 'toggle')) return false
  const byAction = (part.refuses ?? {}) as JsonObject
  const before = ((isByAction ? byAction[action ?? ''] : part.refuses) ?? []) as readonly Refusal[]
  const added = [
    ...before,
    ...rules.filter((one) => !before.some((known) => isSameRule(known, one))),
  ]
  const list = added.slice(0, ownLimits.ownEffects)
  section[name] = { ...part, refuses: isByAction ? { ...byAction, [action ?? '']: list } : list }
  return list.length > before.length
}

/** Whether a base refuses such input already: with the same code, or at the same place. */
const isSameRule = (known: Refusal, { code, at }: Refusal) =>
  at === undefined ? known.code === code && code !== null : isSameJson(known.at, at)
