import type { JsonObject } from '../json.ts'

/** Returns the name of a field, without the `?` of an optional field. */
export const plainName = (name: string): string => name.replace(/\?$/, '')

/** Returns the shape of a field of an object, whether the field is optional or not. */
export const fieldShapeOf = (shape: JsonObject, name: string): unknown =>
  shape[name] ?? shape[`${name}?`]

/** Whether a shape has named fields, instead of a special key such as `oneOf`. */
export const isFieldMap = (shape: JsonObject): boolean =>
  !['*', 'nullable', 'oneOf'].some((key) => key in shape)

/** Writes a value as a JMESPath literal. The JMESPath library refuses escaped backticks. */
export const literalOf = (value: unknown): string =>
  `\`${JSON.stringify(value).replaceAll('`', String.raw`\u0060`)}\``
