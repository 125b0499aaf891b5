import { isObject, isSameJson, type JsonObject } from '../json.ts'

/** A field of a profile that writes responses: their content, type, redirects or headers. */
export type ResponsePart = 'operations' | 'answers' | 'base' | 'the pick of `http.headers`'

/**
 * Finds the first field of a profile document that writes responses itself; `undefined` if the
 * document only picks options. Fields that equal those of `trusted` are ignored.
 */
export function foreignResponsePart(
  profile: JsonObject,
  trusted: JsonObject = {},
): ResponsePart | undefined {
  // A base can have all of these fields.
  const part = (['operations', 'answers', 'base'] as const).find(
    (name) => profile[name] !== undefined && !isSameJson(profile[name], trusted[name]),
  )
  if (part !== undefined) return part
  const headers = headersOf(profile)
  const isOwn = headers !== undefined && headers !== null && headers !== 'none'
  return isOwn && !isSameJson(headers, headersOf(trusted))
    ? 'the pick of `http.headers`'
    : undefined
}

const headersOf = ({ picks }: JsonObject): unknown =>
  isObject(picks) ? picks['http.headers'] : undefined
