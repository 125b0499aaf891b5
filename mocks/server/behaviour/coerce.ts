/** The type a schema asked for. */
export type CoercedType = 'boolean' | 'int' | 'string'

/** Takes a near miss for the wanted type; `undefined` where it is none. */
export type Coerce = (wanted: CoercedType, given: unknown) => unknown

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

/** A whole number written as text, with nothing around it but blanks. */
export function integerText(given: unknown): number | undefined {
  if (typeof given !== 'string' || !/^\s*[+-]?\d+(\.0*)?\s*$/.test(given)) return undefined
  const value = Number(given)
  return Number.isSafeInteger(value) ? value : undefined
}

export const noCoerce: Coerce = () => undefined

/** What the validator of a known deployment takes. */
export const pydanticCoerce: Coerce = (wanted, given) => {
  if (wanted === 'boolean' && (typeof given === 'string' || typeof given === 'number'))
    return booleans[String(given).toLowerCase()]
  if (wanted === 'int' && typeof given === 'boolean') return Number(given)
  if (wanted === 'int') return integerText(given)
  return undefined
}

export const laxCoerce: Coerce = (wanted, given) =>
  wanted === 'string' && typeof given === 'number' ? String(given) : pydanticCoerce(wanted, given)
