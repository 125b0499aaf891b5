import type { BodyPath } from '../../../contract/body-form.ts'
import { isObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'

/** A JSON value as a constant of an expression. The library refuses an escaped backtick. */
export const literal = (value: unknown): string =>
  `\`${JSON.stringify(value ?? null).replaceAll('`', String.raw`\u0060`)}\``

/** A text as a constant of an expression. */
export const textLiteral = (text: string): string =>
  /^[\w .:/{}-]*$/.test(text) ? `'${text}'` : literal(text)

/** The name of a field in an expression. */
export const fieldName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) && !reserved.has(name) ? name : JSON.stringify(name)

/** The library reads these words as keywords. */
const reserved = new Set(['let', 'in', 'null', 'true', 'false'])

/** An object with the same fields of a value, such as `{ id: id, name: name }`. */
export const projection = (names: readonly string[]): string =>
  `{ ${names.map((name) => `${fieldName(name)}: ${fieldName(name)}`).join(', ')} }`

/**
 * An expression for a body in which the value at a path is made by another expression, and all else
 * is as in the recorded body. `fieldsOf` gives expressions for fields beside the path.
 */
export function bodyWith(
  body: unknown,
  path: BodyPath,
  inner: string,
  fieldsOf: (name: string, value: unknown) => string | undefined = () => undefined,
): string {
  const [key, ...rest] = path
  if (key === undefined || !isObject(body)) return inner
  const fields = Object.entries(body).map(([name, value]) => {
    const made =
      name === key
        ? bodyWith(value, rest, inner, fieldsOf)
        : (fieldsOf(name, value) ?? literal(value))
    return `${fieldName(name)}: ${made}`
  })
  return `{ ${fields.join(', ')} }`
}

/** Whether a profile accepts an expression of this length. */
export const isShort = (expression: string): boolean =>
  expression.length <= ownLimits.expressionCharacters

/** Expressions for the fields beside a list: from a page of the fake, if their names say so. */
export function pagingField(name: string, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  if (/^(total|count|total_count|total_items)$/i.test(name)) return 'total'
  if (/^(page|page_number|current_page)$/i.test(name)) return 'page'
  if (/^(size|per_page|page_size|limit)$/i.test(name)) return 'size'
  return /^(pages|total_pages|page_count)$/i.test(name) ? 'pages' : undefined
}
