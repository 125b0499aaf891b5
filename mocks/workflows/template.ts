/** What the places of a template lead to: `inputs`, and the output of each node by its id. */
export type Scope = Readonly<Record<string, unknown>>

const place = /\{\{([^{}]+)\}\}/g
const onlyPlace = /^\{\{([^{}]+)\}\}$/

/**
 * A value with its places filled: `{{inputs.amount}}`, `{{lookup.total}}`. A text that is nothing
 * but a place becomes the value itself, whatever its type; a place that leads nowhere is null there.
 */
export function fill(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return fillText(value, scope)
  if (Array.isArray(value)) return value.map((item) => fill(item, scope))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, scope)]))
}

function fillText(text: string, scope: Scope): unknown {
  const [, only] = onlyPlace.exec(text) ?? []
  return only === undefined ? inText(text, scope) : (valueAt(scope, only.trim()) ?? null)
}

/** A text with what its places lead to written into it, objects as JSON. */
export const inText = (text: string, scope: Scope): string =>
  text.replaceAll(place, (_place, path: string) => {
    const value = valueAt(scope, path.trim()) ?? ''
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  })

/** What a dotted path leads to, through own members alone. */
export function valueAt(scope: Scope, path: string): unknown {
  let value: unknown = scope
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<string, unknown>)[part]
  }
  return value
}
