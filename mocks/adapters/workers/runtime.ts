/** The part of a Durable Object's state that a world needs. */
export type ObjectState = {
  readonly id: { toString(): string }
  readonly storage: ObjectStorage
  blockConcurrencyWhile<Result>(run: () => Promise<Result>): Promise<Result>
}

/** The SQLite storage of a Durable Object. */
export type ObjectStorage = {
  readonly sql: { exec(query: string, ...params: unknown[]): { toArray(): unknown[] } }
  readonly kv: {
    get(key: string): unknown
    put(key: string, value: unknown): void
  }
  transactionSync<Result>(run: () => Result): Result
  getAlarm(): Promise<number | null>
  setAlarm(time: number): Promise<void>
  deleteAlarm(): Promise<void>
  deleteAll(): Promise<void>
}

type ObjectId = { toString(): string }

/** A service that a Worker can call: a Durable Object, or the files of the page. */
export type Service = { fetch(request: Request): Promise<Response> }

/** The bindings of the Worker, as named in its Wrangler configuration. */
export type WorkerEnv = {
  /** The namespace of the class `World`. */
  readonly WORLDS: { idFromName(name: string): ObjectId; get(id: ObjectId): Service }
  /** The files of the console. Without it, the Worker has no page. */
  readonly ASSETS?: Service | undefined
  /** The token of the control API, a secret. Without it, the control API is off. */
  readonly CONTROL_TOKEN?: string | undefined
  /** If set, each browser gets its own world, which is deleted after this time, such as `30m`. */
  readonly DEMO?: string | undefined
}
