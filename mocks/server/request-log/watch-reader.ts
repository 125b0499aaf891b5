import type { FrameStream } from '../../world/exchange.ts'
import type { DeliveryLog } from '../../world/delivery-log.ts'

/** What one who watches a reader is asked and told. */
export type ReaderCallbacks = {
  /** Where it is noted what the reader is handed. */
  readonly deliveries: DeliveryLog
  /** Milliseconds of the world. */
  now(): number
  /** Told once, when the stream is over. */
  onEnd(): void
}

/** The same stream, with what its reader is handed noted in a ledger. */
export const watchReader = (frames: FrameStream, watch: ReaderCallbacks): FrameStream =>
  new WatchedReader(frames, watch)

class WatchedReader implements FrameStream {
  readonly #frames: FrameStream
  readonly #watch: ReaderCallbacks

  constructor(frames: FrameStream, watch: ReaderCallbacks) {
    this.#frames = frames
    this.#watch = watch
  }

  get isDone(): boolean {
    return this.#frames.isDone === true
  }

  // Not `async`: this passes on every event of every stream.
  pull(): Promise<string | Uint8Array | undefined> {
    return this.#frames.pull().then(this.#noted, this.#cut)
  }

  cancel(): void {
    this.#frames.cancel()
    this.#end('left')
  }

  readonly #noted = (piece: string | Uint8Array | undefined) => {
    const { deliveries: ledger } = this.#watch
    if (piece !== undefined && ledger.state === 'open') ledger.add(piece, this.#watch.now())
    if (piece === undefined || this.isDone) this.#end('end')
    return piece
  }

  readonly #cut = (error: unknown): never => {
    this.#end('cut')
    throw error
  }

  #end(how: 'end' | 'left' | 'cut'): void {
    const { deliveries: ledger } = this.#watch
    if (ledger.state !== 'open') return
    ledger.end(how, this.#watch.now())
    this.#watch.onEnd()
  }
}
