import { isObject, isSameJson, type JsonObject } from '../json.ts'

/** A part of a profile that can set the content, type, redirect or headers of responses. */
export type ResponsePart = 'operations' | 'answers' | 'base' | 'the pick of `http.headers`'

/**
 * Finds the first part of a profile document that can set response content; `undefined` if the
 * document only picks options. Parts that are the same in `trusted` are ignored.
 */
export function foreignResponsePart(
  profile: JsonObject,
  trusted: JsonObject = {},
): ResponsePart | undefined {
  // `base` is included because a base can have answers and operations.
  const part = (['operations', 'answers', 'base'] as const).find(
    (name) => profile[name] !== undefined && !isSameJson(profile[name], trusted[name]),
  )
  if (part !== undefined) return part
  const headers = headersPickOf(profile)
  const isOwn = headers !== undefined && headers !== null && headers !== 'none'
  return isOwn && !isSameJson(headers, headersPickOf(trusted))
    ? 'the pick of `http.headers`'
    : undefined
}

const headersPickOf = ({ picks }: JsonObject): unknown =>
  isObject(picks) ? picks['http.headers'] : undefined
