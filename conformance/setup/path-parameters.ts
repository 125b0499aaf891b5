import type { TestSession } from '../session/test-session.ts'
import { isAccepted } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { idOf, inPath, itemsOf, readList } from './lists.ts'

/** The number of records of a list whose own lists are searched. */
const maxTried = 3

/**
 * Fills the parameters of a path with ids of existing records: those that the list before each
 * parameter names. Undefined if no list has a record.
 */
export const existingPath = (session: TestSession, path: string): Promise<string | undefined> =>
  fillFrom(session, path.split('/'), 0, '')

async function fillFrom(
  session: TestSession,
  segments: readonly string[],
  index: number,
  before: string,
): Promise<string | undefined> {
  if (index === segments.length) return before
  const segment = segments[index] ?? ''
  const place = index === 0 ? segment : `${before}/${segment}`
  if (!segment.startsWith('{')) return fillFrom(session, segments, index + 1, place)
  for (const id of (await listedIds(session, before)).slice(0, maxTried)) {
    const next = `${before}/${inPath(id)}`
    const found = await fillFrom(session, segments, index + 1, next)
    if (found !== undefined) return found
  }
  return undefined
}

/** The ids that a list names; none if there is no such list. */
const listedIds = (session: TestSession, path: string): Promise<readonly string[]> =>
  session.once(`the ids in ${path}`, async () => {
    const exchange = await readList(session, path)
    if (exchange.status === 401) throw new Blocked('the credential is no longer accepted')
    const items = isAccepted(exchange) ? (itemsOf(exchange) ?? []) : []
    return items.flatMap((item) => idOf(item) ?? [])
  })
