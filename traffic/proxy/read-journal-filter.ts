import { type JournalFilter, journalForm, journalQuery } from '../../contract/control/journal.ts'
import { explainIssues } from '../../contract/explain-issues.ts'
import { problemOfOperationId } from './read-faults.ts'

/** The error for a filter of a journal that is not valid, or that could never match a request. */
export class JournalFilterError extends Error {
  override readonly name = 'JournalFilterError'
}

/** Reads a filter from the query of a URL, in which every value is a text. */
export function readJournalFilter(query: Iterable<readonly [string, string]>): JournalFilter {
  const given = Object.fromEntries(query)
  const parsed = journalQuery.safeParse(given)
  if (!parsed.success) {
    const [first] = explainIssues(parsed.error.issues, given, () => journalForm, 'the query')
    throw new JournalFilterError(first?.says ?? journalForm)
  }
  const { endpoint } = parsed.data
  const problem = endpoint === undefined ? undefined : problemOfOperationId(endpoint)
  if (problem !== undefined) throw new JournalFilterError(problem)
  return parsed.data
}
