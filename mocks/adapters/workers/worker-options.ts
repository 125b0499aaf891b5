import type { FakeOptions } from '../../fake-options.ts'

/** The options of `createWorker`. Tokens and switches are bindings; see `WorkerEnv`. */
export type WorkerOptions = Pick<
  FakeOptions,
  | 'fixture'
  | 'fixtures'
  | 'scenarios'
  | 'profile'
  | 'profiles'
  | 'speed'
  | 'explain'
  | 'onCall'
  | 'onCrash'
> & {
  /** The seed of random values. Default: random for each world, because the Worker is public. */
  readonly seed?: string | undefined
  /** The secret of tokens and keys. Default: random for each world. */
  readonly secret?: string | undefined
  /** Origins of other pages that may use the control API. */
  readonly controlOrigins?: readonly string[] | undefined
  /** The maximum number of requests per second of one demo visitor. Default: 20. */
  readonly requestsPerSecond?: number | undefined
}
