import { jsonSize } from '../../contract/json.ts'

/** Beyond so many levels, writing a value as JSON again can exhaust the stack. */
const deepest = 500

/** A JSON text of more values than its reader takes. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues'
}

/**
 * The value of a JSON text. Throws a `SyntaxError` where it is none, or nests without reason, and
 * `TooManyValues` for more than `most`. Both are counted in the text: to make an object of 100,000
 * keys, and to look through it, costs twenty times as much.
 */
export function parseJson(text: string, most = Number.POSITIVE_INFINITY): unknown {
  const { depth, values } = jsonSize(text)
  if (depth > deepest)
    throw new SyntaxError(`JSON may nest ${deepest} levels, and this nests deeper.`)
  if (values > most) throw new TooManyValues(`This has about ${values} values.`)
  return JSON.parse(text)
}
