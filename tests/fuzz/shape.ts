import { eventsIn } from '../stream-reader.ts'

const statuses = new Set([200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503])

/**
 * What no deployment may answer, whatever it picks: a crash, broken JSON, a body where none belongs.
 * Some pick to crash over a body of another type.
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
    return [`a body that can’t be read: ${String(error)}`]
  }
}
