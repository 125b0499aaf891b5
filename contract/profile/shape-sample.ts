import type { Limits, ScalarType, Shape } from './shape.ts'

const samples: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com',
}

/**
 * A value that has a shape, always the same one. `whole` includes optional fields, and one item in
 * each list. Only a pattern of alternatives is read, so a text may not match another one.
 *
 * @example
 * sampleOf(readShape({ name: 'string', 'note?': 'string|null' }), 'required') // { name: 'text' }
 */
export function sampleOf(shape: Shape, extent: 'required' | 'whole'): unknown {
  switch (shape.kind) {
    case 'any':
    case 'null':
      return null
    case 'list':
      return extent === 'whole' ? [sampleOf(shape.item, extent)] : []
    case 'map':
      return extent === 'whole' ? { key: sampleOf(shape.value, extent) } : {}
    case 'oneOf':
      return sampleOf(shape.shapes[0] ?? { kind: 'null' }, extent)
    case 'object': {
      const fields = [...shape.fields].filter(
        ([, { isOptional }]) => !isOptional || extent === 'whole',
      )
      return Object.fromEntries(
        fields.map(([name, field]) => [name, sampleOf(field.shape, extent)]),
      )
    }
    case 'scalar':
      if (shape.default !== undefined) return shape.default
      return sampleScalar(shape.types[0], shape.limits)
  }
}

function sampleScalar(type: ScalarType | undefined, limits: Limits): unknown {
  const { options, format = '', pattern = '', minLength = 0, maxLength, min, max } = limits
  if (type === 'boolean') return false
  if (type === 'object') return {}
  if (type === 'integer' || type === 'number') {
    if (min !== undefined) return type === 'integer' ? Math.ceil(min) : min
    return max === undefined || max >= 1 ? 1 : Math.floor(max)
  }
  if (type === undefined) return null
  // Of a pattern such as `^(7d|30d)$`, the first of its texts.
  const [, first] = /^\^\(([\w -]+)\|[\w| -]+\)\$$/.exec(pattern) ?? []
  return (
    options?.[0] ?? first ?? samples[format] ?? 'text'.slice(0, maxLength).padEnd(minLength, 'x')
  )
}
