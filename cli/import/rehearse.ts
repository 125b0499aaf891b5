import { copyExchange, isEventStream, type RecordedExchange } from '../../contract/exchange.ts'
import { recordIn } from '../../contract/body-form.ts'
import { objectIn, objectsIn, parseBody } from '../../contract/json.ts'
import { kindOfFamily } from '../../contract/kinds.ts'
import { type ProfileDocument, readProfile } from '../../contract/profile.ts'
import { ControlError } from '../../mocks/control/control-error.ts'
import { createFake, type Fake } from '../../mocks/fake.ts'
import { readFixture } from '../../mocks/read-fixture.ts'
import type { SystemClock } from '../../mocks/world/clock.ts'
import type { Imported } from '../../traffic/import/import.ts'
import { withoutRefutedRules } from '../../traffic/import/profile/rehearsal.ts'
import type { Rehearsed } from '../../traffic/import/profile/rehearsed.ts'
import { type Login, UnknownUserError } from '../../traffic/replay/credentials.ts'
import { createIdMap, noteIds } from '../../traffic/replay/id-map.ts'
import { replay, UnreachableError } from '../../traffic/replay/replay.ts'

/** How much a rehearsal sends at most, because each play of an import takes some seconds. */
const limits = { exchanges: 4000, characters: 32 * 1024 * 1024 } as const

/** The exchanges that a rehearsal sends again: the first ones of an import, without streams. */
export class RehearsedExchanges {
  readonly #kept: RecordedExchange[] = []
  #characters = 0

  readonly add = (exchange: RecordedExchange): void => {
    const isFull = this.#kept.length >= limits.exchanges || this.#characters >= limits.characters
    if (isFull || isEventStream(exchange)) return
    this.#kept.push(exchange)
    this.#characters += exchange.text.length
  }

  /** The exchanges in recorded order. An import reads those of an unknown host later. */
  get list(): readonly RecordedExchange[] {
    return this.#kept
      .toSorted((a, b) => a.index - b.index)
      .map((exchange, index) => copyExchange(exchange, { index }))
  }
}

/**
 * Sends the recorded requests to fakes that play their import, and drops rules of its base profile
 * that the responses refute. `onPlay` is called before each play. Changes nothing if the users of
 * the import can't sign in.
 */
export async function rehearse(
  imported: Imported,
  exchanges: readonly RecordedExchange[],
  onPlay: () => void = () => {},
): Promise<Imported> {
  const { fixture } = imported.records
  const created = createdIn(exchanges)
  const play = (document: ProfileDocument) => {
    onPlay()
    const clock = new RecordedClock(imported.recorded.from)
    const fake = fakeBefore(fixture, document, created, clock)
    return playOnce(fake, clock, usersIn(fixture), exchanges)
  }
  try {
    const given = imported.profile.document
    const { document, dropped } = await withoutRefutedRules(given, created, play)
    const operations = [...imported.profile.operations, ...dropped]
    // What the rehearsal learned from recorded responses may contain secrets.
    const learned = imported.withoutSecrets({ document, operations })
    return { ...imported, profile: { ...imported.profile, ...learned } }
  } catch (error) {
    if (error instanceof UnknownUserError || error instanceof UnreachableError) return imported
    throw error
  }
}

/** Finds the ids of records that a recording creates: no earlier response contains them. */
function createdIn(exchanges: readonly RecordedExchange[]): ReadonlySet<string> {
  const created = new Set<string>()
  const seen = createIdMap()
  for (const { request, status, json } of exchanges) {
    const id = recordIn(json)?.['id']
    if (request.method === 'POST' && status < 300 && typeof id === 'string' && !seen.isNoted(id))
      created.add(id)
    noteIds(json, seen)
  }
  return created
}

/** Creates a fake that plays an import, without the records that its recording creates later. */
function fakeBefore(
  fixture: Imported['records']['fixture'],
  document: ProfileDocument,
  created: ReadonlySet<string>,
  systemClock: SystemClock,
): Fake {
  const profile = readProfile(document)
  const fake = createFake({ fixture: readFixture(fixture), profile, systemClock })
  const { records } = fake.control()
  const lists = [
    ...Object.entries(fixture),
    ...Object.entries(profile.operations ?? {}).map(
      ([name, family]) => [kindOfFamily(name), 'seeds' in family ? family.seeds : []] as const,
    ),
  ]
  for (const [kind, list] of lists)
    for (const record of objectsIn(list)) {
      const id = String(record['id'])
      if (!created.has(id)) continue
      try {
        records.remove(kind, id)
      } catch (error) {
        // This record was already removed together with its parent.
        if (!(error instanceof ControlError)) throw error
      }
    }
  return fake
}

/** Sends recorded requests to a fake, at their recorded times. */
async function playOnce(
  fake: Fake,
  clock: RecordedClock,
  users: ReadonlyMap<string, Login>,
  exchanges: readonly RecordedExchange[],
): Promise<readonly Rehearsed[]> {
  const rehearsed: Rehearsed[] = []
  let current: RecordedExchange | undefined
  async function* inOrder() {
    for (const exchange of exchanges) {
      clock.moveTo(exchange.startedAt)
      current = exchange
      yield exchange
    }
  }
  const fetch = async (request: Request): Promise<Response> => {
    const sent = await clock.runUntil(fake.fetch(request), request.signal)
    const response = isStreamOf(sent) ? await withoutBody(sent) : sent
    // For one exchange, the replay may also sign in and read lists. The recorded request comes
    // last.
    if (current !== undefined)
      rehearsed[current.index] = {
        exchange: current,
        status: response.status,
        json: parseBody(await response.clone().text()),
      }
    return response
  }
  try {
    await replay(inOrder(), {
      baseUrl: 'http://rehearsal.invalid',
      fetch,
      writes: true,
      users,
      timeout: 10_000,
    })
  } finally {
    fake.close()
  }
  // A request that was not sent leaves a gap in the array.
  return rehearsed.filter((one) => one !== undefined)
}

const isStreamOf = ({ headers }: Response) =>
  isEventStream({ mimeType: headers.get('content-type') ?? '' })

/** Drops the body of a stream, whose events would wait for the clock. Streams are not compared. */
async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}

/** The logins of an import's users, by email. If there is only one, unknown tokens belong to it. */
function usersIn(fixture: Imported['records']['fixture']): ReadonlyMap<string, Login> {
  const users = objectsIn(objectIn(fixture['showcase'])['users'])
  const logins = users.map(({ email, password }): Login => ({
    email: String(email),
    password: String(password),
  }))
  const [only] = logins
  return new Map([
    ...logins.map((login) => [login.email, login] as const),
    ...(logins.length === 1 && only ? [['*', only] as const] : []),
  ])
}

type Timer = { readonly due: number; readonly run: () => void }

/**
 * A clock with the recorded times. It runs timers when it moves, or if a response waits for one.
 */
class RecordedClock implements SystemClock {
  #now: number
  readonly #timers = new Set<Timer>()

  constructor(start: number) {
    this.#now = start
  }

  readonly now = () => this.#now

  readonly after = (ms: number, run: () => void) => {
    const timer = { due: this.#now + ms, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  moveTo(at: number): void {
    for (let next = this.#next(); next !== undefined && next.due <= at; next = this.#next())
      this.#run(next)
    this.#now = Math.max(this.#now, at)
  }

  /**
   * Waits for a response. Runs the next timer whenever the process has nothing else to do. Throws
   * the reason of an aborted signal.
   */
  async runUntil(pending: Promise<Response>, signal: AbortSignal): Promise<Response> {
    const state = { isDone: false }
    const end = () => void (state.isDone = true)
    pending.then(end, end)
    while (!state.isDone) {
      signal.throwIfAborted()
      for (let turn = 0; turn < idleTurns && !state.isDone; turn += 1)
        await new Promise((resolve) => setImmediate(resolve))
      const next = this.#next()
      if (!state.isDone && next !== undefined) this.#run(next)
    }
    return pending
  }

  #next(): Timer | undefined {
    return [...this.#timers].toSorted((a, b) => a.due - b.due)[0]
  }

  #run(timer: Timer): void {
    this.#timers.delete(timer)
    this.#now = Math.max(this.#now, timer.due)
    timer.run()
  }
}

/** After so many turns of the event loop without a response, a fake is waiting for its clock. */
const idleTurns = 20
