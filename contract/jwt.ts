import { decodeBase64 } from './base64.ts'
import { isObject, type JsonObject, parseJson } from './json.ts'

/** Whether a text has the form of a JWT: three parts, of which the signature may be empty. */
export const isJwt = (text: string): boolean => /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(text)

/** Reads the payload of a JWT without verifying it. `undefined` if it is not a JSON object. */
export function readJwt(token: string): JsonObject | undefined {
  const payload = parseJson(new TextDecoder().decode(decodeBase64(token.split('.')[1] ?? '')))
  return isObject(payload) ? payload : undefined
}

/** Reads a text claim of a JWT, such as `email`, without verifying the token. */
export function readClaim(token: string | undefined, name: string): string | undefined {
  const value = readJwt(token ?? '')?.[name]
  return typeof value === 'string' ? value : undefined
}
