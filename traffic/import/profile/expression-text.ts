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

/** An expression for an object with these fields, each made by an expression. */
export const objectOf = (fields: Iterable<readonly [name: string, expression: string]>): string => {
  const parts = Array.from(fields, ([name, expression]) => `${fieldName(name)}: ${expression}`)
  return parts.length === 0 ? '`{}`' : `{ ${parts.join(', ')} }`
}

/** An object with the same fields of a value, such as `{ id: id }`, or what is `shown` for them. */
export const projection = (
  names: Iterable<string>,
  shown: ReadonlyMap<string, string> = new Map(),
): string => objectOf(Array.from(names, (name) => [name, shown.get(name) ?? fieldName(name)]))

/** An expression that is null where a value is. */
export const orNull = (name: string, expression: string): string =>
  `${name} == \`null\` ? \`null\` : ${expression}`

/** A date in milliseconds since 1970, by a divisor: 1000 for seconds. */
export const secondsOf = (name: string, divisor: number): string =>
  orNull(
    name,
    divisor === 1 ? `milliseconds(${name})` : `floor(milliseconds(${name}) / \`${divisor}\`)`,
  )

/** A recorded value as an expression, in which `partOf` gives expressions for some parts. */
export function valueWith(value: unknown, partOf: (value: unknown) => string | undefined): string {
  const part = partOf(value)
  if (part !== undefined) return part
  if (!isObject(value)) return literal(value)
  return objectOf(Object.entries(value).map(([name, field]) => [name, valueWith(field, partOf)]))
}

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
  return objectOf(
    Object.entries(body).map(([name, value]) => [
      name,
      name === key
        ? bodyWith(value, rest, inner, fieldsOf)
        : (fieldsOf(name, value) ?? literal(value)),
    ]),
  )
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
