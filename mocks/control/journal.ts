import { problemOfOperationPattern } from '../../contract/operations/operation-pattern.ts'
import { ownLimits } from '../../contract/limits.ts'
import { followJournal, findInJournal, listJournal } from '../../recording/query-journal.ts'
import type { World } from '../world/world.ts'
import { ControlError, parseInput } from './control-error.ts'
import { ControlResponse, type ControlRoutes, type ControlContext } from './control-context.ts'
import { reportCoverage, renderCoverage } from '../../recording/coverage-report.ts'
import {
  journalQuery,
  journalForm,
  type JournalRecord,
  type JournalFilter,
} from '../../contract/control/journal.ts'

export const { journalEntries, journalReaders, endpointPattern } = ownLimits

function filterIn(query: URLSearchParams): JournalFilter {
  const filter = parseInput(journalQuery, Object.fromEntries(query), journalForm)
  const { endpoint } = filter
  const problem = endpoint === undefined ? undefined : problemOfOperationPattern(endpoint)
  if (problem !== undefined) throw new ControlError(422, problem)
  return filter
}

/** The calls that a world received, or, with `follow`, a stream that tells of each. */
function readJournal({ world, query }: ControlContext): unknown {
  const filter = filterIn(query)
  if (query.has('follow')) {
    if (world.journal.watchers >= journalReaders)
      throw new ControlError(503, `A journal is followed ${journalReaders} times at most: end one.`)
    return new ControlResponse(
      200,
      { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-store' },
      followJournal(world, filter, (ms, run) => world.systemClock.after(ms, run)),
    )
  }
  return { calls: world.journal.count, entries: listJournal(world, filter) }
}

/** All that a world has of one call. Throws `ControlError` 404 where it has none of this number. */
export function readCall(world: World, number: string): JournalRecord {
  const record = findInJournal(world, Number(number))
  if (record !== undefined) return record
  throw new ControlError(
    404,
    `There is no call ${number} in the journal of \`${world.name}\`: it received ` +
      `${world.journal.count} and has the newest ${journalEntries} at most.`,
  )
}

export const journalRoutes: ControlRoutes = {
  'GET journal': readJournal,
  'GET journal/{number}': ({ world, params }) => readCall(world, params['number'] ?? ''),
  'DELETE journal': ({ world }) => world.journal.clear(),
}

/** What the calls of a world covered, or with `?of=all` those of all worlds, also as Markdown. */
function readCoverage(visit: ControlContext): unknown {
  const { query, request: call, worlds } = visit
  const of = query.get('of') ?? 'world'
  const format =
    query.get('format') ?? (asksForMarkdown(call.header('accept')) ? 'markdown' : 'json')
  if (of !== 'world' && of !== 'all')
    throw new ControlError(422, `Coverage is \`?of=world\` or \`?of=all\`, not \`${of}\`.`)
  if (format !== 'json' && format !== 'markdown')
    throw new ControlError(422, `The format is \`json\` or \`markdown\`, not \`${format}\`.`)
  const { journal, name } = visit.world
  const report =
    of === 'all' ? reportCoverage(worlds.coverage, null) : reportCoverage(journal.coverage, name)
  if (format === 'json') return report
  const headers = { 'content-type': 'text/markdown; charset=utf-8' }
  return new ControlResponse(200, headers, renderCoverage(report))
}

const asksForMarkdown = (accept = '') => /^text\/markdown\b/.test(accept)

export const coverageRoutes: ControlRoutes = { 'GET coverage': readCoverage }
