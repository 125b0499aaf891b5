import type { StoredVisitor } from '../../demo/visitors.ts'
import { systemClock } from '../../world/clock.ts'
import type { WorldStorage } from '../../world/world-storage.ts'
import type { SqlDatabase, SqlRow } from '../sql/database.ts'
import { SqlStorage } from '../sql/sql-storage.ts'
import type { ObjectStorage } from './runtime.ts'
import { randomToken } from '../../world/random.ts'
import type { WorkerOptions } from './worker-options.ts'

type Identity = { readonly seed: string; readonly secret: string }

/** The stored data of a Durable Object: its world, its identity, its visitor and its last use. */
export type StoredObject = ReturnType<typeof openStoredObject>

/**
 * A clock that stands still, so that the storage deletes no idle worlds: only `WorldObject` does.
 */
const stoppedClock = { ...systemClock, now: () => 0 }

/** Opens the storage of an object. An object that never had a world stores nothing. */
export function openStoredObject(
  storage: ObjectStorage,
  { seed, secret }: Pick<WorkerOptions, 'seed' | 'secret'>,
) {
  const { kv } = storage
  const known = kv.get('identity') as Identity | undefined
  const identity = known ?? { seed: seed ?? randomToken(), secret: secret ?? randomToken() }
  const open = () => new SqlStorage(objectDatabase(storage), { systemClock: stoppedClock })
  let worlds = known && open()
  let visitor = kv.get('visitor') as StoredVisitor | undefined
  let usedAt = kv.get('used-at') as number | undefined
  /** The storage of the world. Its tables are created with the world. */
  const lazyWorlds: WorldStorage = {
    names: () => worlds?.names() ?? [],
    load: (name) => worlds?.load(name),
    save(name, world, now) {
      if (worlds === undefined) kv.put('identity', identity)
      return (worlds ??= open()).save(name, world, now)
    },
    remove: (name) => worlds?.remove(name),
  }
  return {
    worlds: lazyWorlds,
    /** The seed and the secret of this object, drawn once. */
    identity,
    get visitor() {
      return visitor
    },
    /** The time of the last use, in milliseconds since 1970. */
    get usedAt() {
      return usedAt
    },
    /** Whether this object never stored anything. */
    get isEmpty() {
      return worlds === undefined
    },
    put(values: { readonly visitor?: StoredVisitor; readonly usedAt?: number }): void {
      if (values.visitor !== undefined) kv.put('visitor', (visitor = values.visitor))
      if (values.usedAt !== undefined) kv.put('used-at', (usedAt = values.usedAt))
    },
  }
}

/** Wraps the SQLite of a Durable Object as a synchronous database. */
const objectDatabase = (storage: ObjectStorage): SqlDatabase => ({
  exec: (statement, ...params) => storage.sql.exec(statement, ...params).toArray() as SqlRow[],
  transaction: (run) => storage.transactionSync(run),
})
