import { unwrapEnvelope } from '../../../contract/body-form.ts'
import { isObject, isSameJson, ownField } from '../../../contract/json.ts'
import type { Effect } from '../../../contract/profile/effects.ts'
import type { Evaluate } from './choose-base.ts'
import { literalExpression } from './expression-text.ts'
import type { RecordedRoute } from './recorded-route.ts'

/**
 * The fields that an expression changes, if responses show the new value no more often than another
 * value. Values in another form do not count.
 */
function refutedFields(changes: string, { samples }: RecordedRoute, evaluate: Evaluate) {
  const counts = new Map<string, { same: number; other: number }>()
  for (const { sent, json } of samples) {
    const content = unwrapEnvelope(json)
    const changed = evaluate(changes, { body: sent ?? {}, now: evaluationTime })
    if (!isObject(changed) || !isObject(content)) continue
    for (const [name, value] of Object.entries(changed)) {
      const count = counts.get(name) ?? { same: 0, other: 0 }
      counts.set(name, count)
      const found = ownField(content, name)
      if (found === undefined || value === evaluationTime) continue
      if (isSameJson(found, value)) count.same += 1
      else if (typeof value === typeof found || (value === null && !changes.includes('$body')))
        count.other += 1
    }
  }
  const refuted = [...counts].filter(([, { same, other }]) => other > 0 && other >= same)
  return { all: [...counts.keys()], refuted: refuted.map(([name]) => name) }
}

const evaluationTime = '2000-01-01T00:00:00.000Z'

/** The changes of an action, without changes that its responses refute. */
export function withoutRefuted(changes: string, route: RecordedRoute, evaluate: Evaluate): string {
  const { refuted } = refutedFields(changes, route, evaluate)
  if (refuted.length === 0) return changes
  return `(${changes}) | from_items(items(@)[?!contains(${literalExpression(refuted)}, [0])])`
}

/** Whether the responses of an operation refute an effect on the record in them. */
export function isRefuted(
  { each, after, changes = '' }: Effect,
  route: RecordedRoute,
  evaluate: Evaluate,
): boolean {
  if (each !== '[id]' || after !== undefined || changes === '') return false
  const { all, refuted } = refutedFields(changes, route, evaluate)
  return all.length > 0 && refuted.length === all.length
}
