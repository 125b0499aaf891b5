import { eventsIn } from '../../support/stream-reader.ts'

const statuses = new Set([200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503])

/**
 * Violations in a response that no pick allows: a crash, invalid JSON, an unexpected body.
 * Some deployments crash on a body of another content type.
 */
export function shapeProblems(
  { status, headers }: Response,
  text: string,
  isJson = true,
): string[] {
  if (status === 500 && !isJson) return []
  if (!statuses.has(status)) return [`answers ${status}`]
  const type = headers.get('content-type') ?? ''
  if (status === 204) return text === '' ? [] : ['a body with 204']
  try {
    if (type.startsWith('text/event-stream')) eventsIn(text)
    else if (type.startsWith('application/json') && text !== '') JSON.parse(text)
    return []
  } catch (error) {
    return [`a body that cannot be parsed: ${String(error)}`]
  }
}
