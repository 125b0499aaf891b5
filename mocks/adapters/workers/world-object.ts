import { worldTag } from '../../world/api-keys.ts'
import { systemClock } from '../../world/clock.ts'
import type { World } from '../../world/world.ts'
import { defaultWorld } from '../../world/world-config.ts'
import { copyRequest, type PlainRequest, untilClosed } from '../../../contract/plain-http.ts'
import { toPlainRequest, toResponse } from '../../fetch.ts'
import { controlPath, worldFromPath } from '../../server/request/routing.ts'
import { createAlarmClock } from './alarm-clock.ts'
import { createObjectFake, type ObjectFake, toStoredVisitor } from './object-fake.ts'
import { openStoredObject, type StoredObject } from './object-storage.ts'
import type { ObjectState, WorkerEnv } from './runtime.ts'
import { unavailableResponse } from './unavailable.ts'
import type { WorkerOptions } from './worker-options.ts'

/** The shortest time between two alarms, in milliseconds. While the object sleeps, nobody sees the delay. */
const alarmInterval = 1000

/** One world as a Durable Object. Its state is in the object's SQLite; alarms wake it. */
export class WorldObject {
  readonly #state: ObjectState
  readonly #env: WorkerEnv
  readonly #options: WorkerOptions
  readonly #clock = createAlarmClock(systemClock)
  #stored: StoredObject | undefined
  #fake: ObjectFake | undefined
  #openRequests = 0
  #countersStoredAt = 0
  /** The time of the pending alarm, in milliseconds since 1970. */
  #alarmAt: number | undefined

  constructor(state: ObjectState, env: WorkerEnv, options: WorkerOptions) {
    this.#state = state
    this.#env = env
    this.#options = options
    void state.blockConcurrencyWhile(async () => {
      this.#alarmAt = (await state.storage.getAlarm()) ?? undefined
    })
  }

  /** Handles a request to the world. Streams stop when their reader leaves. */
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const leave = this.#markInUse()
    try {
      const { fake, stored } = await this.#loadFake()
      if (this.#isForDefaultWorld(stored, request, pathname)) {
        leave()
        return await this.#env.WORLDS.get(defaultId(this.#env)).fetch(request)
      }
      const { body, reset, ...head } = await fake.handle(toObjectRequest(request))
      if (typeof body !== 'object') leave()
      // A Worker can't reset a connection. It responds with 502, as a gateway does after a reset.
      if (reset) return new Response(null, { status: 502 })
      return toResponse(
        { ...head, body: typeof body === 'object' ? untilClosed(body, leave) : body },
        request,
      )
    } catch (error) {
      leave()
      return toResponse(unavailableResponse(pathname, error, this.#options), request)
    }
  }

  /** Runs the tasks that became due without a request. The alarm may be late, or fire twice. */
  async alarm(): Promise<void> {
    this.#alarmAt = undefined
    const leave = this.#markInUse()
    try {
      this.#deleteIdleWorld((await this.#loadFake()).fake)
    } finally {
      leave()
    }
  }

  /**
   * Marks the object as in use. The returned function ends this use; a second call has no effect.
   */
  #markInUse(): () => void {
    this.#openRequests++
    let isOpen = true
    return () => {
      if (isOpen) this.#openRequests--
      if (isOpen && this.#openRequests === 0) this.#suspend()
      isOpen = false
    }
  }

  /** Loads the world, and runs the tasks that became due while it was not in memory. */
  async #loadFake(): Promise<{ readonly fake: ObjectFake; readonly stored: StoredObject }> {
    const options = this.#options
    const stored = (this.#stored ??= openStoredObject(this.#state.storage, options))
    const fake = (this.#fake ??= createObjectFake(options, this.#env, stored, this.#clock))
    this.#clock.wake()
    return { fake, stored }
  }

  /**
   * Stops all timers and sets an alarm for the earliest, because a pending timer would keep the
   * object in memory. An object without a world deletes its stored data.
   */
  #suspend(): void {
    const stored = this.#stored
    const dates: number[] = []
    try {
      if (this.#fake === undefined || stored === undefined) return
      if (!hasWorld(stored)) return this.#deleteStoredData()
      for (const world of this.#fake.core.parts.worlds.list()) {
        this.#storeCounters(world)
        const { lastUsedAt, options } = world
        dates.push(lastUsedAt + (options.ttl ?? Infinity))
        // Each write is billed, so the time of use is stored once per tenth of the time to live.
        if (lastUsedAt - (stored.usedAt ?? 0) > (options.ttl ?? Infinity) / 10)
          stored.put({ usedAt: lastUsedAt })
      }
      this.#storeVisitor(this.#fake, stored)
    } catch (error) {
      this.#report(error)
    } finally {
      void this.#setAlarm(Math.min(...dates, this.#clock.sleep() ?? Infinity))
    }
  }

  /** Stores counters, such as the uses of keys, because the runtime may evict the object next. */
  #storeCounters({ changes }: World): void {
    const now = this.#clock.now()
    // The counters were stored less than a second ago. A timer writes the next values.
    if (now - this.#countersStoredAt < alarmInterval) return
    this.#countersStoredAt = now
    changes.writeCounters()
  }

  #storeVisitor(fake: ObjectFake, stored: StoredObject): void {
    const visitor = fake.visitor()
    if (visitor === undefined) return
    const known = stored.visitor
    const isNew =
      visitor.cookie !== known?.cookie ||
      visitor.hasCalled !== known.hasCalled ||
      visitor.lastActiveAt - known.lastActiveAt > fake.idleMs / 10
    if (isNew) stored.put({ visitor: toStoredVisitor(visitor) })
  }

  async #setAlarm(due: number): Promise<void> {
    const now = this.#clock.now()
    const at = Math.max(due, now + alarmInterval)
    const pending = this.#alarmAt
    // A pending earlier alarm sets the next alarm when it runs. An alarm that is a minute overdue
    // never runs.
    const isPending = pending !== undefined && pending <= at && pending > now - 60_000
    if (at === Infinity || isPending) return
    this.#alarmAt = at
    try {
      await this.#state.storage.setAlarm(at)
    } catch (error) {
      this.#alarmAt = undefined
      this.#report(error)
    }
  }

  /** Deletes all stored data, even the tables. Called when the object has no world any more. */
  #deleteStoredData(): void {
    if (this.#stored?.isEmpty !== false) return
    this.#fake?.close()
    this.#fake = this.#stored = this.#alarmAt = undefined
    const { storage } = this.#state
    Promise.all([storage.deleteAlarm(), storage.deleteAll()]).catch((error) => this.#report(error))
  }

  /** Deletes a world after its idle time to live. Its timer may have been lost with an eviction. */
  #deleteIdleWorld({ core }: ObjectFake): void {
    const { worlds } = core.parts
    for (const world of worlds.list()) {
      const idle = this.#clock.now() - world.lastUsedAt
      if (world.openStreams === 0 && idle >= (world.options.ttl ?? Infinity)) worlds.delete(world)
    }
  }

  /** Whether only the credential of a request names the world, and the world does not exist. */
  #isForDefaultWorld(stored: StoredObject, request: Request, path: string): boolean {
    const named = request.headers.get('x-understudy-world') || worldFromPath(path)
    if (this.#env.DEMO || named || controlPath.test(path) || hasWorld(stored)) return false
    return this.#state.id.toString() !== defaultId(this.#env).toString()
  }

  #report(error: unknown): void {
    const { onCrash } = this.#options
    const seed = this.#stored?.identity.seed ?? ''
    // oxlint-disable-next-line no-console
    if (onCrash === undefined) console.error(error)
    else onCrash(error, { world: '', seed })
  }
}

const hasWorld = ({ worlds }: StoredObject) => !Iterator.from(worlds.names()).next().done

const defaultId = ({ WORLDS }: WorkerEnv) => WORLDS.idFromName(worldTag(defaultWorld))

/** Converts a request to a Worker to a plain request, with the same fields as from the HTTP server. */
function toObjectRequest(request: Request): PlainRequest {
  const { protocol, host, hostname, origin } = new URL(request.url)
  const plain = toPlainRequest(request)
  const isOwn = plain.header('origin') === origin
  const headers = {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    // Removes the header: the fake would treat the `https` origin of its own page as foreign.
    ...(isOwn && { origin: undefined }),
  }
  return copyRequest(plain, { headers, exposedAt: hostname })
}
