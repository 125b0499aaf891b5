import type { Coerce } from '../../world/behaviour.ts'

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  yes: true,
  y: true,
  on: true,
  1: true,
  false: false,
  f: false,
  no: false,
  n: false,
  off: false,
  0: false,
}

/** The integer in a text, with only whitespace around the number; else `undefined`. */
function integerText(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\s*[+-]?\d+(\.0*)?\s*$/.test(text)) return undefined
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : undefined
}

/** Accepts only the expected type. */
export const noCoerce: Coerce = () => undefined

/** The conversions of Pydantic in lax mode. */
export const pydanticCoerce: Coerce = (expected, value) => {
  if (expected === 'boolean' && (typeof value === 'string' || typeof value === 'number'))
    return booleans[String(value).toLowerCase()]
  if (expected === 'int' && typeof value === 'boolean') return Number(value)
  if (expected === 'int') return integerText(value)
  return undefined
}

/** The conversions of Pydantic; also accepts numbers where a text is expected. */
export const laxCoerce: Coerce = (expected, value) =>
  expected === 'string' && typeof value === 'number'
    ? String(value)
    : pydanticCoerce(expected, value)
