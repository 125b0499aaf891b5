import { problemOfOperationPattern } from '../../contract/operations/operation-pattern.ts'
import { ownLimits } from '../../contract/limits.ts'
import { followJournal, findInJournal, listJournal } from '../../traffic/journal/query-journal.ts'
import { ownOperationPaths } from '../platform/own-records/own-record-family.ts'
import { maskText } from '../../secrets/mask.ts'
import type { World } from '../world/world.ts'
import { ControlError, parseInput } from './control-error.ts'
import { type ControlFunctions, ControlResponse, type OperationContext } from './control-context.ts'
import { reportCoverage, renderCoverage } from '../../traffic/journal/coverage-report.ts'
import {
  journalQuery,
  journalForm,
  type CoverageReport,
  type JournalFilter,
  type JournalFrames,
  type JournalList,
  type JournalRecord,
} from '../../contract/control/journal.ts'

const { journalEntries, journalReaders } = ownLimits

function filterIn({ query, world }: OperationContext<'GET journal'>): JournalFilter {
  const filter = parseInput(journalQuery, Object.fromEntries(query), journalForm)
  const { endpoint } = filter
  const problem =
    endpoint === undefined
      ? undefined
      : problemOfOperationPattern(endpoint, ownOperationPaths(world.profile.operations))
  if (problem !== undefined) throw new ControlError(422, problem)
  return filter
}

/** Lists the requests of a world, or streams them with `follow`. */
function readJournal(context: OperationContext<'GET journal'>): JournalList | ControlResponse {
  const { world, query } = context
  const filter = filterIn(context)
  if (query.has('follow')) {
    if (world.journal.watchers >= journalReaders)
      throw new ControlError(
        503,
        `${journalReaders} clients follow this journal, which is the limit. Close one first.`,
      )
    return new ControlResponse(
      200,
      { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-store' },
      followJournal(world, filter, (ms, run) => world.systemClock.after(ms, run)),
    )
  }
  return { calls: world.journal.count, entries: listJournal(world, filter) }
}

/** Returns everything about one request. Throws a `ControlError` 404 for an unknown number. */
const readCall = (world: World, number: string): JournalRecord =>
  findInJournal(world, Number(number)) ?? refuseUnknown(world, number)

function refuseUnknown(world: World, number: string): never {
  throw new ControlError(
    404,
    `Request ${number} is not in the journal of \`${world.name}\`. The world received ` +
      `${world.journal.count}; the journal has the newest ${journalEntries} at most.`,
  )
}

/** Rebuilds the frames of a turn from stored events. Throws a `ControlError` 404 without events. */
function readFrames(world: World, number: string): JournalFrames {
  const {
    turn: id = '',
    endpoint,
    at,
  } = world.journal.get(Number(number)) ?? refuseUnknown(world, number)
  const turn =
    [...world.runningTurns].find((one) => one.id === id) ?? world.store.transcripts.get(id)
  if (turn === undefined)
    throw new ControlError(
      404,
      id === ''
        ? `Request ${number} started no turn, so it has no frames.`
        : `The turn of request ${number} is not stored. A turn is stored when it ends, and only in a conversation.`,
    )
  const { live, replayed } = world.behaviour(endpoint).wire.frames
  const write = endpoint === 'chat.resume' ? replayed : live
  return {
    frames: turn.events.map((stored) => {
      const { event = '', cursor = null, text } = write(stored)
      return { event, cursor, t: Date.parse(stored.at) - at, text: maskText(text) }
    }),
  }
}

/** Reports the coverage of a world, or of all worlds with `?of=all`, as JSON or Markdown. */
function readCoverage({
  query,
  accept,
  worlds,
  world,
}: OperationContext<'GET coverage'>): CoverageReport | ControlResponse {
  const of = query.get('of') ?? 'world'
  const format = query.get('format') ?? (acceptsMarkdown(accept) ? 'markdown' : 'json')
  if (of !== 'world' && of !== 'all')
    throw new ControlError(422, `The parameter \`of\` must be \`world\` or \`all\`, not \`${of}\`.`)
  if (format !== 'json' && format !== 'markdown')
    throw new ControlError(
      422,
      `The parameter \`format\` must be \`json\` or \`markdown\`, not \`${format}\`.`,
    )
  const { journal, name } = world
  const report =
    of === 'all' ? reportCoverage(worlds.coverage, null) : reportCoverage(journal.coverage, name)
  if (format === 'json') return report
  const headers = { 'content-type': 'text/markdown; charset=utf-8' }
  return new ControlResponse(200, headers, renderCoverage(report))
}

const acceptsMarkdown = (accept = '') => /^text\/markdown\b/.test(accept)

export const journalRoutes = {
  'GET journal': readJournal,
  'GET journal/{number}': ({ world, params }) => readCall(world, params.number),
  'GET journal/{number}/frames': ({ world, params }) => readFrames(world, params.number),
  'DELETE journal': ({ world }) => world.journal.clear(),
  'GET coverage': readCoverage,
} satisfies Partial<ControlFunctions>
