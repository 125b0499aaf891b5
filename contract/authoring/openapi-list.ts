import { isObject, type JsonObject, ownField } from '../json.ts'
import { readShape } from '../profile/shape.ts'
import { sampleOf } from '../sample.ts'
import { fieldShapeOf, isFieldMap, literalOf, plainName } from './openapi-shape.ts'

/** The shape of the records in a list, and the form of the list. */
export type ListContent = {
  readonly record: unknown
  readonly list: string | undefined
  /** Writes the body of a list whose field names differ from the platform's. */
  readonly lists?: (records: string) => string
}

/** Finds the records in the response of a list operation; `undefined` if there are none. */
export function listContent(shape: unknown): ListContent | undefined {
  if (shape === 'any') return { record: shape, list: 'array' }
  if (Array.isArray(shape)) return { record: shape[0], list: 'array' }
  if (!isObject(shape)) return undefined
  const items = fieldShapeOf(shape, 'items')
  if (Array.isArray(items)) {
    const [record] = items as readonly unknown[]
    return { record, list: fieldShapeOf(shape, 'total') === undefined ? 'items' : undefined }
  }
  const data = fieldShapeOf(shape, 'data')
  const isEnveloped = fieldShapeOf(shape, 'success') !== undefined && Array.isArray(data)
  if (isEnveloped) return { record: (data as readonly unknown[])[0], list: 'envelope' }
  const fields = Object.entries(shape).map(([name, of]) => [plainName(name), of] as const)
  const [only, another] = fields.filter(([, of]) => Array.isArray(of) && isObject(of[0]))
  if (only === undefined || another !== undefined) return undefined
  const siblings = Object.entries(shape).filter(([name]) => plainName(name) !== only[0])
  const written = siblingTexts(Object.fromEntries(siblings)).map((text) => `, ${text}`)
  return {
    record: (only[1] as readonly unknown[])[0],
    list: 'array',
    lists: (records) => `{ ${JSON.stringify(only[0])}: ${records}${written.join('')} }`,
  }
}

/** The fields of a list page in the Spring framework. The whole list is on one page. */
const springPageFields: Readonly<Record<string, string>> = {
  totalElements: 'length(@)',
  numberOfElements: 'length(@)',
  size: 'max([length(@), `20`])',
  number: '`0`',
  first: '`true`',
  last: '`true`',
  empty: 'length(@) == `0`',
}

/** Writes the fields beside the list in a body, without optional links to other pages. */
function siblingTexts(shape: JsonObject): readonly string[] {
  const isSpringPage = fieldShapeOf(shape, 'totalElements') !== undefined
  return Object.entries(shape).flatMap(([written, of]) => {
    const name = plainName(written)
    const text = isSpringPage ? ownField(springPageFields, name) : undefined
    return text === undefined
      ? siblingFieldTexts([written, of])
      : [`${JSON.stringify(name)}: ${text}`]
  })
}

function siblingFieldTexts([written, of]: readonly [string, unknown]): readonly string[] {
  const name = plainName(written)
  const quoted = JSON.stringify(name)
  const isPage = /next|prev|cursor/i.test(name) && String(of).startsWith('string')
  if (isPage && name !== written) return []
  const inner = isObject(of) && isFieldMap(of) ? siblingTexts(of) : []
  const none = String(of).includes('|null') ? null : ''
  const value = isPage ? none : sampleOf(readShape(of), isObject(of) ? 'required' : 'whole')
  if (inner.length > 0) return [`${quoted}: { ${inner.join(', ')} }`]
  const isCount = /^(total|count|total_?count)$/i.test(name)
  return [`${quoted}: ${isCount ? 'length(@)' : literalOf(value)}`]
}
