import { isObject, parseJson } from '../../contract/json.ts'
import type { JournalRecord } from '../../contract/control/journal.ts'
import type { PlainRequest, PlainResponse } from '../../contract/plain-http.ts'
import type { Core } from '../../mocks/core.ts'
import type { ActiveRun } from '../../testing/run/active-run.ts'

type Handle = Core['handle']

/** Puts a function in front of a fake. The function responds itself, or passes the request on. */
export const wrapHandle = <Served extends Pick<Core, 'handle'>>(
  fake: Served,
  handle: (request: PlainRequest, handleByFake: Handle) => Promise<PlainResponse>,
): Served => ({
  ...fake,
  handle: (request) => handle(request, (passedOn) => fake.handle(passedOn)),
})

/** Names the replica in the header `x-understudy-replica` of every response. */
export const withReplica = <Served extends Pick<Core, 'handle'>>(
  fake: Served,
  replica: string,
): Served =>
  wrapHandle(fake, async (request, handle) => {
    const reply = await handle(request)
    return { ...reply, headers: { ...reply.headers, 'x-understudy-replica': replica } }
  })

/** The maximum bytes of a report from a page. Reports sent as a beacon have at most 64 KiB. */
const maxCallBytes = 1_000_000

/**
 * Lets a fake in a page report each request to the `tolerance` run: as a record of the journal, by
 * `POST /__run/calls`. The page itself cannot write to the folder of the run.
 */
export const withRunCalls = <Served extends Pick<Core, 'handle'>>(
  fake: Served,
  run: ActiveRun,
): Served =>
  wrapHandle(fake, async (request, handle) => {
    if (request.method !== 'POST' || request.path !== '/__run/calls') return handle(request)
    const bytes = await request.read(maxCallBytes)
    if (bytes === 'too-large') return emptyResponse(413)
    const call = parseJson(new TextDecoder().decode(bytes), undefined)
    if (!isRecord(call)) return emptyResponse(422)
    run.record(call, () => call)
    return emptyResponse(204)
  })

const emptyResponse = (status: number): PlainResponse => ({ status, headers: {}, body: undefined })

const isRecord = (given: unknown): given is JournalRecord =>
  isObject(given) &&
  Array.isArray(given['relied_on']) &&
  Array.isArray(given['faults']) &&
  isObject(given['request']) &&
  isObject(given['response'])
