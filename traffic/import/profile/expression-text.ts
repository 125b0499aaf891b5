import type { BodyPath } from '../../../contract/body-form.ts'
import { isObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'

/** Writes a JSON value as a constant. The expression library refuses an escaped backtick. */
export const literalExpression = (value: unknown): string =>
  `\`${JSON.stringify(value ?? null).replaceAll('`', String.raw`\u0060`)}\``

/** Writes a text as a constant of an expression. */
export const textLiteral = (text: string): string =>
  /^[\w .:/{}-]*$/.test(text) ? `'${text}'` : literalExpression(text)

/** Writes the name of a field in an expression. */
export const fieldName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) && !reservedWords.has(name) ? name : JSON.stringify(name)

/** Words that the expression library reads as keywords. */
const reservedWords = new Set(['let', 'in', 'null', 'true', 'false'])

/** Writes an expression for an object, from an expression for each field. */
export const objectExpression = (
  fields: Iterable<readonly [name: string, expression: string]>,
): string => {
  const parts = Array.from(fields, ([name, expression]) => `${fieldName(name)}: ${expression}`)
  return parts.length === 0 ? '`{}`' : `{ ${parts.join(', ')} }`
}

/** Writes an object such as `{ id: id }`. `shownExpressions` replaces values of some fields. */
export const projection = (
  names: Iterable<string>,
  shownExpressions: ReadonlyMap<string, string> = new Map(),
): string =>
  objectExpression(
    Array.from(names, (name) => [name, shownExpressions.get(name) ?? fieldName(name)]),
  )

/** Writes an expression that is null if the field is null, and otherwise the given expression. */
export const nullOrExpression = (name: string, expression: string): string =>
  `${name} == \`null\` ? \`null\` : ${expression}`

/** Converts a date to milliseconds since 1970, divided by `divisor`: 1000 for seconds. */
export const timestampExpression = (name: string, divisor: number): string =>
  nullOrExpression(
    name,
    divisor === 1 ? `milliseconds(${name})` : `floor(milliseconds(${name}) / \`${divisor}\`)`,
  )

/** Writes a recorded value as an expression. `partOf` can return an expression for inner values. */
export function recordedValueExpression(
  value: unknown,
  partOf: (value: unknown) => string | undefined,
): string {
  const part = partOf(value)
  if (part !== undefined) return part
  if (!isObject(value)) return literalExpression(value)
  return objectExpression(
    Object.entries(value).map(([name, field]) => [name, recordedValueExpression(field, partOf)]),
  )
}

/**
 * Writes a recorded body as an expression. The expression `inner` gives the value at `path`, and
 * `fieldsOf` gives expressions for fields beside the path.
 */
export function recordedBodyExpression(
  body: unknown,
  path: BodyPath,
  inner: string,
  fieldsOf: (name: string, value: unknown) => string | undefined = () => undefined,
): string {
  const [key, ...rest] = path
  if (key === undefined || !isObject(body)) return inner
  return objectExpression(
    Object.entries(body).map(([name, value]) => [
      name,
      name === key
        ? recordedBodyExpression(value, rest, inner, fieldsOf)
        : (fieldsOf(name, value) ?? literalExpression(value)),
    ]),
  )
}

/** Whether a profile accepts an expression of this length. */
export const isShort = (expression: string): boolean =>
  expression.length <= ownLimits.expressionCharacters

/** Finds the field of the fake's page that a paging field corresponds to: `size` for `per_page`. */
export function pagingField(name: string, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined
  if (/^(total|count|total_count|total_items)$/i.test(name)) return 'total'
  if (/^(page|page_number|current_page)$/i.test(name)) return 'page'
  if (/^(size|per_page|page_size|limit)$/i.test(name)) return 'size'
  return /^(pages|total_pages|page_count)$/i.test(name) ? 'pages' : undefined
}
