import { ownLimits } from '../../../contract/limits.ts'
import type { PlainRequest } from '../../../traffic/journal/exchange.ts'
import type { RequestBody, UploadedFile } from '../../platform/request-context.ts'
import { noBody } from './incoming-request.ts'

/**
 * Reads the body of an upload: a form (`multipart/form-data`), or the bytes of one file. The fields
 * of a form become the `value` of the body.
 */
export async function readUpload(request: PlainRequest, maxBytes: number): Promise<RequestBody> {
  const bytes = await request.read(maxBytes)
  if (bytes === 'too-large') return { ...noBody, problem: 'too-large', bytes: maxBytes }
  const type = request.header('content-type') ?? ''
  const body = { ...noBody, bytes: bytes.length }
  if (/^multipart\/form-data\b/i.test(type)) return { ...body, ...(await readForm(bytes, type)) }
  if (bytes.length === 0) return noBody
  const name = disposedName(request.header('content-disposition'))
  return { ...body, value: {}, files: new Map([['', { name, type, bytes }]]) }
}

async function readForm(bytes: Uint8Array, type: string): Promise<Partial<RequestBody>> {
  if (hasTooManyParts(bytes, type)) return { problem: 'too-large' }
  let form: FormData
  try {
    const body = new Uint8Array(bytes).buffer
    form = await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch {
    return { problem: 'unreadable' }
  }
  const value: Record<string, string> = {}
  const files = new Map<string, UploadedFile>()
  for (const [field, part] of form)
    if (typeof part === 'string') value[field] = part
    else {
      const content = new Uint8Array(await part.arrayBuffer())
      files.set(field, { name: part.name, type: part.type, bytes: content })
    }
  return { value, files }
}

/** Counts the boundaries first, because a form of many small parts takes long to parse. */
function hasTooManyParts(bytes: Uint8Array, type: string): boolean {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? []
  const boundary = `--${quoted ?? plain ?? ''}`
  const text = new TextDecoder('latin1').decode(bytes)
  let at = -1
  // One boundary more than parts ends the form.
  for (let parts = 0; parts <= ownLimits.formParts + 1; parts++) {
    at = text.indexOf(boundary, at + 1)
    if (at < 0) return false
  }
  return true
}

const disposedName = (header = ''): string => {
  const [, quoted, plain] = /filename=(?:"([^"]+)"|([^;\s]+))/i.exec(header) ?? []
  return quoted ?? plain ?? 'file'
}
