import { type RunnerTask, vi } from 'vitest'
import { formatCount } from '../../contract/format-count.ts'
import { snapshotOf } from '../../mocks/control/world-snapshot.ts'
import type { Fake } from '../../mocks/fake.ts'
import type { World } from '../../mocks/world/world.ts'
import { howToOpen, writeFailedWorld } from '../run/failed-world.ts'

type TestWorld = {
  /** The tests that could have created the world: it is unknown which of concurrent tests did. */
  readonly tests: Set<RunnerTask>
  /** The world after it was deleted, for the file of a failed test. */
  deleted?: World
}

/** The worlds that running tests created, without `default`. They are deleted after these tests. */
export class TestWorlds {
  readonly #fake: Fake
  readonly #openStreams: 'end' | 'fail'
  readonly #byName = new Map<string, TestWorld>()

  constructor(fake: Fake, openStreams: 'end' | 'fail') {
    this.#fake = fake
    this.#openStreams = openStreams
  }

  add(name: string, tests: Iterable<RunnerTask>): void {
    this.#byName.set(name, { tests: new Set(tests) })
  }

  /** Deletes a world, unless its test has deleted it. */
  delete(name: string): void {
    const world = this.#find(name)
    if (world === undefined) return
    const ofTest = this.#byName.get(name)
    if (ofTest !== undefined) ofTest.deleted = world
    this.#fake.control(name).delete()
  }

  /**
   * Deletes a world that a test has used. Throws if the test left a stream open and `openStreams`
   * is `fail`.
   */
  async close(name: string): Promise<void> {
    try {
      // Called repeatedly, because a closed stream is noticed late.
      if (this.#openStreams === 'fail')
        await vi.waitFor(() => this.#refuseOpenStreams(name), { timeout: 1000 })
    } finally {
      this.delete(name)
    }
  }

  /** Stores the worlds of a failed test in files, and deletes those that no running test can use. */
  async end(test: RunnerTask): Promise<void> {
    const own = [...this.#byName].filter(([, { tests }]) => tests.delete(test))
    if (test.result?.state === 'fail') this.#keep(test, own)
    const ended = own.filter(([, { tests }]) => tests.size === 0)
    try {
      for (const [name] of ended) await this.close(name)
    } finally {
      for (const [name] of ended) {
        this.delete(name)
        this.#byName.delete(name)
      }
    }
  }

  /** Stores worlds in files, and says how to open them. */
  #keep(test: RunnerTask, own: readonly (readonly [name: string, world: TestWorld])[]): void {
    const worlds = own.flatMap(([name, { deleted }]) => this.#find(name) ?? deleted ?? [])
    const shared = this.#fake.world()
    // Omits the shared world if it got no calls and the test created other worlds.
    for (const world of worlds.length > 0 && shared.journal.count === 0
      ? worlds
      : [shared, ...worlds]) {
      const title = [test.fullName ?? test.name, test.id, ...(world === shared ? [] : [world.name])]
      const path = writeFailedWorld(snapshotOf(world, true), title.join('-'))
      if (path !== undefined) process.stdout.write(`${howToOpen(path)}\n`)
    }
  }

  #find(name: string): World | undefined {
    const exists = this.#fake.worlds.list().some((one) => one.name === name)
    return exists ? this.#fake.world(name) : undefined
  }

  #refuseOpenStreams(name: string): void {
    const { openStreams = 0 } = this.#find(name) ?? {}
    if (openStreams === 0) return
    // The journal may lack the open streams: it has a limit, and tests can clear it.
    const known = this.#fake
      .control(name)
      .journal.list()
      .filter(({ stream }) => stream?.state === 'open')
      .map(({ method, path }) => `${method} ${path}`)
    const open = known.length === 0 ? formatCount(openStreams, 'stream') : known.join(', ')
    throw new Error(`The test left streams open: ${open}. Abort them or read them to the end.`)
  }
}
