import { contentIn } from '../../../contract/body-form.ts'
import { isObject, isSameJson, type JsonObject } from '../../../contract/json.ts'
import type { Family } from '../../../contract/profile/own-operations.ts'
import type { PlayedRoute, Sample } from './recorded-route.ts'

/** A family with the recorded defaults: of fields that clients left out, and that the responses show. */
export function withRecordedDefaults(family: Family, played: readonly PlayedRoute[]): Family {
  const samples = played.flatMap(({ route, known: { action } }) =>
    family.kind === 'action' || action === 'create' ? route.samples : [],
  )
  if (family.kind !== 'action' && family.kind !== 'collection') return family
  const parts = family.kind === 'action' ? (['body'] as const) : (['record', 'input'] as const)
  const changed = parts.flatMap((part) => {
    const before = (family as JsonObject)[part]
    const shapes = isObject(before) ? shapesWith(before, samples) : undefined
    return isSameJson(before, shapes) ? [] : [[part, shapes] as const]
  })
  return changed.length === 0 ? family : ({ ...family, ...Object.fromEntries(changed) } as Family)
}

const shapesWith = (shapes: JsonObject, samples: readonly Sample[]): JsonObject =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [name, shapeWith(name, shape, samples)]),
  )

function shapeWith(written: string, shape: unknown, samples: readonly Sample[]): unknown {
  const [, type, usual] =
    typeof shape === 'string' ? (/^(.*) default (.+)$/s.exec(shape) ?? []) : []
  if (type === undefined || usual === undefined) return shape
  const name = written.replace(/\?$/, '')
  const values = samples.flatMap(({ sent, json }) => {
    const content = contentIn(json)
    if (!isObject(content) || (isObject(sent) && Object.hasOwn(sent, name))) return []
    const shown = Object.keys(content).find((key) => key === name || key.endsWith(`_${name}`))
    return shown === undefined ? [] : [content[shown]]
  })
  const [value] = values
  const before: unknown = JSON.parse(usual)
  // A value of another type is how the deployment shows the default, and not another one.
  if (value === undefined) return shape
  const isDefault = typeof value === typeof before || before === null
  return isDefault &&
    !isObject(value) &&
    values.every((one) => isSameJson(one, value)) &&
    !isSameJson(value, before)
    ? `${type} default ${JSON.stringify(value)}`
    : shape
}
