import type { OperationId } from '../../../contract/operations.ts'
import { contractProblems } from '../contract-checker.ts'
import { eventsIn } from '../stream-reader.ts'

/** A response whose body was read. */
export type Answer = { readonly response: Response; readonly text: string }

/** The maximum characters of a response: less than the largest snapshot of a world. */
const longest = 8_000_000

/** Violations that no server may have: a crash, or a response of more than `most` characters. */
export function crashProblems(status: number, text: string, most = longest): string[] {
  if (status === 500) return [`500 ${text.slice(0, 300)}`]
  return text.length > most ? [`${text.length} characters`] : []
}

/** A call of the control API must succeed, or be refused with a reason. */
export function controlProblems({ response: { status }, text }: Answer): string[] {
  const isRefusal = status >= 400 && status < 500 && /^\{"error":"./.test(text)
  return (status >= 200 && status < 300) || isRefusal ? [] : [`${status} ${text}`]
}

/** Violations of the OpenAPI document in a response of an operation, and pages that do not add up. */
export async function documentProblems(
  id: OperationId,
  { response: { status, headers }, text }: Answer,
): Promise<string[]> {
  const copy = new Response(text === '' ? null : text, { status, headers })
  return [...(await contractProblems(id, copy)), ...pageProblems(status, text)]
}

/** Checks that total, pages and items of a page are consistent. Some deployments count differently. */
function pageProblems(status: number, text: string): string[] {
  if (status !== 200 || !text.startsWith('{"items":[')) return []
  const { items, total, page, size, pages } = JSON.parse(text)
  const problems: string[] = []
  if (pages !== Math.ceil(total / size)) problems.push(`${pages} pages of ${size} for ${total}`)
  const there = Math.min(size, Math.max(0, total - (page - 1) * size))
  if (items.length !== there) problems.push(`${items.length} items on the page instead of ${there}`)
  return problems
}

const statuses = new Set([200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 503])

/**
 * Violations in a response that no pick allows: a crash, invalid JSON, an unexpected body.
 * Some deployments crash on a body of another content type.
 */
export function shapeProblems(
  { response: { status, headers }, text }: Answer,
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
