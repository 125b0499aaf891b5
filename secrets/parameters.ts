import { parameterNames } from './forms.ts'

/** The nesting limit for URLs inside URL parameters: each level costs as much as the first. */
export const maxAddressDepth = 2

/** Decodes the name or value of a parameter; text that is not encoded correctly stays. */
export function decodeParameter(text: string): string {
  // Fast path: a query may have thousands of parameters, most of them without escapes.
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The handlers for a multipart form; each returns the replacement of its text. */
type PartMapper = {
  /** The value of a part. `names` is its split name: `user` and `password` for `user[password]`. */
  value(names: readonly string[], value: string): string
  /** The headers of a part, a part without a name, or a text without parts. */
  text(value: string): string
}

/** Replaces the values of a multipart form. `type` is its content type; it may be empty. */
export function mapParts(text: string, type: string, map: PartMapper): string {
  const [, quoted, plain] = /\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? []
  const named = quoted ?? plain
  const boundary = named === undefined ? /^--[^\r\n]+/.exec(text)?.[0] : `--${named}`
  if (boundary === undefined) return map.text(text)
  return text
    .split(boundary)
    .map((part) => {
      const at = part.indexOf('\r\n\r\n') + 4
      const [, quotedName, plainName] =
        /\bname=(?:"([^"]*)"|([^\s;"]+))/.exec(part.slice(0, at)) ?? []
      const name = quotedName ?? plainName
      if (at < 4 || name === undefined) return map.text(part)
      const value = map.value(parameterNames(name), part.slice(at, -2))
      return map.text(part.slice(0, at)) + value + part.slice(-2)
    })
    .join(boundary)
}
