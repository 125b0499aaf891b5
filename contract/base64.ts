/** Encodes bytes as URL-safe base64 without padding. */
export const toBase64Url = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Bytes for one call of `fromCharCode`: engines limit the number of arguments of a call. */
const chunkBytes = 8192

/** Encodes bytes as plain base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  // `apply` takes the array itself; spreading the array takes ten times as long.
  for (let at = 0; at < bytes.length; at += chunkBytes)
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + chunkBytes))
  return btoa(text)
}

/** Decodes base64, plain or URL-safe. Returns `undefined` if the text is not base64. */
export function decodeBase64(base64: string): Uint8Array | undefined {
  try {
    const text = atob(base64.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = new Uint8Array(text.length)
    // A callback for each character would take thirty times as long.
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}
