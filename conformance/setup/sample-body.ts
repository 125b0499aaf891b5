import type { OwnCollection } from '../../contract/profile/shaped-operations.ts'
import type { Shape } from '../../contract/profile/shape.ts'
import { textForPattern } from '../../contract/pattern-text.ts'
import type { JsonObject } from '../../contract/json.ts'

/** Creates a valid body for a record: its required fields, and one text with the name. */
export function sampleBody({ fields }: OwnCollection, name: string): JsonObject {
  const named = [...fields.keys()].find((key) => key === 'name' || key === 'title')
  return Object.fromEntries(
    [...fields].flatMap(([key, { shape, isOptional }]) => {
      const hasDefault = shape.kind === 'scalar' && shape.default !== undefined
      return key !== named && (isOptional || hasDefault) ? [] : [[key, sampleOf(shape, name)]]
    }),
  )
}

/** The smallest value of a shape. Only a pattern of alternatives is read. */
function sampleOf(shape: Shape, name: string): unknown {
  switch (shape.kind) {
    case 'any':
    case 'null':
      return null
    case 'list':
      return []
    case 'map':
      return {}
    case 'oneOf':
      return sampleOf(shape.shapes[0] ?? { kind: 'null' }, name)
    case 'object':
      return Object.fromEntries(
        [...shape.fields].flatMap(([key, field]) =>
          field.isOptional ? [] : [[key, sampleOf(field.shape, name)]],
        ),
      )
    case 'scalar':
      return sampleScalar(shape, name)
  }
}

const samples: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
}

function sampleScalar(
  { types: [type], limits }: Extract<Shape, { readonly kind: 'scalar' }>,
  name: string,
): unknown {
  const {
    options,
    pattern,
    format = '',
    minLength = 0,
    maxLength = name.length,
    min = 0,
    max,
  } = limits
  if (type === 'boolean') return false
  if (type === 'object') return {}
  if (type === 'integer' || type === 'number') return max === undefined || min <= max ? min : max
  return (
    options?.[0] ??
    textForPattern(pattern) ??
    samples[format] ??
    name.slice(0, Math.max(maxLength, 1)).padEnd(minLength, 'x')
  )
}
