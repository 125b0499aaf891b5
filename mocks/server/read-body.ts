import type { Operation } from '../../contract/operations/operation.ts'
import { type OperationId, operations } from '../../contract/operations.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { PlainRequest } from '../world/exchange.ts'
import { parseJson, TooManyValues } from '../platform/parse-json.ts'

/** A body as it was received; what is wrong with it is kept, and thrown by `validate`. */
export type RequestBody = {
  /** The parsed JSON; `undefined` where there was none or it could not be parsed. */
  readonly value: unknown
  readonly problem: 'too-large' | 'unreadable' | undefined
  /** The body as it came; signatures are of it. */
  readonly text: string
  /** Where the parser stopped, in characters. */
  readonly position: number
  /** Whether the content type says JSON, or nothing. */
  readonly isJsonType: boolean
}

/** What a call without one has. */
export const noBody: RequestBody = {
  value: undefined,
  problem: undefined,
  text: '',
  position: 0,
  isJsonType: true,
}
let decoder: InstanceType<typeof TextDecoder> | undefined

/** Whether a body of this call counts. */
export const mayHaveBody = ({ method }: PlainRequest): boolean =>
  method !== 'GET' && method !== 'HEAD'

/** The largest body of an operation, in bytes; a call of none may send what most operations take. */
export function bodyLimit(id: OperationId | undefined): number {
  const endpoint: Operation | undefined = id && operations[id]
  return endpoint?.bodyBytes ?? ownLimits.bodyBytes
}

/** Reads the body of a call, up to a bound of bytes and of values in its JSON. */
export async function readRequestBody(
  call: PlainRequest,
  limit: number,
  mostValues: number = ownLimits.bodyValues,
): Promise<RequestBody> {
  const bytes = await call.read(limit)
  const contentType = call.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const saysJson = contentType === '' || /^application\/([\w.-]+\+)?json$/.test(contentType)
  if (bytes === 'too-large') return { ...noBody, problem: 'too-large', isJsonType: saysJson }
  if (bytes.length === 0) return noBody
  let text = ''
  try {
    // Made with the first body: making it loads more than a server needs at start.
    decoder ??= new TextDecoder('utf-8', { fatal: true })
    text = decoder.decode(bytes)
    return { ...noBody, value: parseJson(text, mostValues), text, isJsonType: saysJson }
  } catch (error) {
    if (error instanceof TooManyValues)
      return { ...noBody, problem: 'too-large', isJsonType: saysJson }
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    return {
      ...noBody,
      problem: 'unreadable',
      position: position === undefined ? text.length : Number(position),
      isJsonType: saysJson,
    }
  }
}
