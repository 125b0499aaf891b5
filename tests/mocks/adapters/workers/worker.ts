import { createWorker, type ObjectState, type WorkerEnv } from 'agent-understudy/workers'
import fixture from 'agent-understudy/fixtures/demo.json' with { type: 'json' }
import scenarios from 'agent-understudy/scenarios.json' with { type: 'json' }

// The Worker of the tests. It is the Worker of docs/workers.md, with requests that break an object.

const worker = createWorker({ fixture, scenarios })

type State = ObjectState & { abort(reason: string): void }

export class World extends worker.World {
  readonly #state: State
  readonly #storage: { isFull: boolean }

  constructor(state: State, env: WorkerEnv) {
    const storage = { isFull: false }
    super(withFullStorage(state, storage), env)
    this.#state = state
    this.#storage = storage
  }

  /** The query `test` breaks or inspects the object, without loading its world. */
  override async fetch(request: Request): Promise<Response> {
    const { storage } = this.#state
    switch (new URL(request.url).searchParams.get('test')) {
      case 'evict':
        return this.#state.abort('evicted by a test') as never
      case 'full':
        this.#storage.isFull = true
        return Response.json(null)
      case 'free':
        this.#storage.isFull = false
        return Response.json(null)
      case 'alarm':
        return Response.json(await storage.getAlarm())
      case 'ring':
        await Promise.all([this.alarm(), this.alarm()])
        return Response.json(null)
      case 'damage':
        storage.sql.exec("UPDATE chain SET crc = crc + 1 WHERE owner LIKE 'world/%'")
        return Response.json(null)
      case 'answers':
        return Response.json(storage.sql.exec(answers).toArray().length)
      case 'tables':
        return Response.json(
          storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'chain'").toArray(),
        )
      default:
        return super.fetch(request)
    }
  }
}

/** The changes of a world that contain the message of an agent. */
const answers = `SELECT 1 FROM chain WHERE owner LIKE 'world/%' AND body LIKE '%"role":"assistant"%'`

/** The state of the object, with a storage that refuses writes while it is full. */
function withFullStorage(state: State, storage: { readonly isFull: boolean }): ObjectState {
  const real = state.storage
  return {
    id: state.id,
    blockConcurrencyWhile: (run) => state.blockConcurrencyWhile(run),
    storage: {
      kv: real.kv,
      getAlarm: () => real.getAlarm(),
      setAlarm: (time) => real.setAlarm(time),
      deleteAlarm: () => real.deleteAlarm(),
      deleteAll: () => real.deleteAll(),
      transactionSync: (run) => real.transactionSync(run),
      sql: {
        exec(query, ...params) {
          if (storage.isFull && /^(INSERT|REPLACE|UPDATE)/.test(query))
            throw new Error('database or disk is full: SQLITE_FULL')
          return real.sql.exec(query, ...params)
        },
      },
    },
  }
}

export default worker
