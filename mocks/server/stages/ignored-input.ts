import * as z from 'zod/mini'
import { definitionOf } from '../../../contract/bounded-parse.ts'
import { nearest } from '../../../contract/nearest.ts'
import { shorten } from '../../../contract/shorten.ts'

/** At most this many names are listed, each cut at this many characters. */
const mostNames = 5
const longestName = 40

/**
 * Lists the fields of a body, or the parameters of a query, that its schema does not have: a client
 * that misspells one gets no error. Each name comes with the field that was probably meant.
 */
export function ignoredInput(schema: z.core.$ZodType | undefined, value: unknown): string[] {
  const found: string[] = []
  if (schema === undefined) addNames(found, '', Object.keys(asObject(value)), [])
  else collect(schema, value, '', found)
  return found
}

/** Adds the unknown names within a value, up to the limit. */
function collect(schema: z.core.$ZodType, value: unknown, path: string, found: string[]): void {
  const def = definitionOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') collect(def.innerType, value, path, found)
  else if (def.type === 'intersection') {
    const shape = { ...shapeOf(def.left), ...shapeOf(def.right) }
    collect(z.object(shape as z.core.$ZodLooseShape), value, path, found)
  } else if (def.type === 'array' && Array.isArray(value))
    for (let at = 0; at < value.length && found.length < mostNames; at++)
      collect(def.element, value[at], `${path}[${at}]`, found)
  else if (def.type === 'object' && def.catchall === undefined) {
    const fields = asObject(value)
    const names = Object.keys(fields)
    const known = Object.keys(def.shape)
    addNames(
      found,
      path,
      names.filter((name) => !Object.hasOwn(def.shape, name)),
      known,
    )
    for (const name of names) {
      const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
      if (field !== undefined && found.length < mostNames)
        collect(field, fields[name], path === '' ? name : `${path}.${name}`, found)
    }
  }
}

function addNames(
  found: string[],
  path: string,
  names: readonly string[],
  known: readonly string[],
): void {
  for (const name of names.slice(0, mostNames - found.length)) {
    const shown = shorten(path === '' ? name : `${path}.${name}`, longestName)
    const meant = nearest(name, known)
    found.push(meant === undefined ? shown : `${shown} (did you mean ${meant}?)`)
  }
}

const asObject = (value: unknown) =>
  (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}) as Readonly<
    Record<string, unknown>
  >

/** The fields of an object, also of an optional one. */
function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape {
  const def = definitionOf(schema)
  if (def.type === 'optional' || def.type === 'nullable') return shapeOf(def.innerType)
  return def.type === 'object' ? def.shape : {}
}
