import { encodeBase64 } from '../../contract/base64.ts'
import { isObject } from '../../contract/json.ts'

/**
 * Loads a body that is in a file of its own, of at most so many bytes; `undefined` if the file is not
 * there. Rejects with `HarError` if it is larger.
 */
export type LoadBody = (file: string, mostBytes: number) => Promise<Uint8Array | undefined>

/** Returns an entry with the bodies that Playwright wrote to files beside it (`_file`). */
export async function withAttachedBodies(
  entry: unknown,
  load: LoadBody,
  mostBytes: number,
): Promise<unknown> {
  if (!isObject(entry)) return entry
  const { request, response } = entry
  const attach = async (holder: unknown, field: string) => {
    const body = isObject(holder) ? holder[field] : undefined
    if (!isObject(holder) || !isObject(body)) return holder
    const { _file: file, text } = body
    if (typeof file !== 'string' || text) return holder
    const bytes = await load(file, mostBytes)
    if (bytes === undefined) return holder
    return { ...holder, [field]: { ...body, size: bytes.length, ...toText(bytes) } }
  }
  return {
    ...entry,
    request: await attach(request, 'postData'),
    response: await attach(response, 'content'),
  }
}

function toText(bytes: Uint8Array): { readonly text: string; readonly encoding?: 'base64' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { text: encodeBase64(bytes), encoding: 'base64' }
  }
}
