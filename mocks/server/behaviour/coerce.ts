import type { Coerce } from '../../world/behaviour.ts'

const trueTexts: ReadonlySet<string> = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const falseTexts: ReadonlySet<string> = new Set(['false', 'f', 'no', 'n', 'off', '0'])

function parseBoolean(text: string): boolean | undefined {
  if (trueTexts.has(text)) return true
  return falseTexts.has(text) ? false : undefined
}

/**
 * Parses a text that is a number with optional whitespace around it; `undefined` for other texts.
 */
function parseNumber(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\s*[+-]?\d+(\.\d*)?\s*$/.test(text)) return undefined
  const value = Number(text)
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : undefined
}

/** Accepts only the expected type. */
export const coerceNothing: Coerce = () => undefined

/** Converts values like Pydantic in lax mode. */
export const coerceLikePydantic: Coerce = (expected, value) => {
  if (expected === 'boolean' && (typeof value === 'string' || typeof value === 'number'))
    return parseBoolean(String(value).toLowerCase())
  if (expected === 'number' && typeof value === 'boolean') return Number(value)
  if (expected === 'number') return parseNumber(value)
  return undefined
}

/** Converts values like Pydantic, and also accepts numbers where a text is expected. */
export const coerceLaxly: Coerce = (expected, value) =>
  expected === 'string' && typeof value === 'number'
    ? String(value)
    : coerceLikePydantic(expected, value)
