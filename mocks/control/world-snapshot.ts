import type { Snapshot } from '../../contract/snapshot.ts'
import type { ParsedSnapshot } from '../world/parse-snapshot.ts'
import { viewSnapshot } from '../world/snapshot.ts'
import type { World } from '../world/world.ts'
import type { Worlds } from '../world/worlds.ts'
import { ownLimits } from '../../contract/limits.ts'
import type { Profile } from '../../contract/picks.ts'
import type { StoredCall } from '../../contract/stored-call.ts'
import { maskHeader, maskQuery, maskText } from '../../secrets/mask.ts'
import { DeliveryLog } from '../../traffic/journal/delivery-log.ts'
import type { Journal } from '../../traffic/journal/journal.ts'
import {
  type JournalEntry,
  type RecordedBody,
  bodyText,
} from '../../traffic/journal/journal-entry.ts'
import { explanationOf } from '../../traffic/journal/query-journal.ts'

/**
 * Takes a snapshot that shares objects with its world; `withJournal` adds the journal's requests.
 */
export function snapshotOf(world: World, withJournal: boolean): Snapshot {
  const snapshot = viewSnapshot(world)
  return withJournal ? { ...snapshot, journal: storeCalls(world.journal) } : snapshot
}

/** Replaces a world by a snapshot. The journal of the snapshot becomes the world's journal. */
export function restoreSnapshot(worlds: Worlds, name: string, snapshot: ParsedSnapshot): World {
  const world = worlds.restore(name, snapshot)
  if (snapshot.journal !== undefined) restoreCalls(world.journal, snapshot.journal, world.profile)
  return world
}

type StoredBody = NonNullable<StoredCall['request_body']>

/** Converts the requests of a journal to plain data with masked secrets, for a snapshot. */
const storeCalls = (journal: Journal): StoredCall[] =>
  journal.entries().map(({ requestBody, responseBody, deliveries, ...entry }) => {
    const { note: _note, profile: _profile, ...rest } = entry
    return {
      ...rest,
      path: maskText(entry.path),
      query: maskQuery(entry.query),
      headers: Array.from(entry.headers, ([name, value]) => [name, maskHeader(name, value)]),
      fields: [...entry.fields],
      faults: [...entry.faults],
      explanation: explanationOf(entry) ?? undefined,
      request_body: storeBody(requestBody),
      response_body: storeBody(responseBody),
      stream: deliveries && {
        state: deliveries.state,
        events: deliveries.count,
        bytes: deliveries.bytes,
        ended_at: deliveries.endedAt,
        frames: deliveries.frames,
      },
    }
  })

const storeBody = (body: RecordedBody | undefined): StoredBody | undefined =>
  body === undefined ? undefined : { text: maskText(bodyText(body)), length: body.length }

/** Adds the requests of a snapshot to the new journal of a world that is restored. */
function restoreCalls(journal: Journal, calls: readonly StoredCall[], profile: Profile): void {
  for (const { request_body, response_body, stream, ...call } of calls) {
    const entry: JournalEntry = {
      ...call,
      endpoint: call.endpoint,
      caller: call.caller && { ...call.caller, key: call.caller.key },
      scenario: call.scenario,
      turn: call.turn,
      status: call.status,
      explanation: call.explanation,
      requestBody: request_body && boundBody(request_body),
      responseBody: response_body && boundBody(response_body),
      profile,
      deliveries: stream && restoreStream(stream),
    }
    journal.add(entry)
    // Ends the entry, because no event can follow. A stream that was open is still listed as open.
    if (stream !== undefined) journal.ended(entry)
  }
  journal.continueAfter(calls.at(-1)?.number ?? 0)
}

/** Cuts a body to the size limit of a journal, because a client may send a longer one. */
const boundBody = ({ text, length }: StoredBody) => ({
  text: text.slice(0, ownLimits.journalBody),
  length: Math.max(text.length, length),
  isWhole: Math.max(text.length, length) <= ownLimits.journalBody,
})

function restoreStream(stream: NonNullable<StoredCall['stream']>): DeliveryLog {
  const log = new DeliveryLog()
  for (const { event, cursor, at, bytes } of stream.frames)
    log.add([{ event, cursor, bytes, text: '' }], at)
  log.count = stream.events
  log.bytes = stream.bytes
  log.state = stream.state
  log.endedAt = stream.ended_at
  return log
}
