import type { FrameStream } from '../call.ts'
import type { Ledger } from '../state/ledger.ts'

/** The same stream, with what its reader is handed noted in a ledger; tells once when it is over. */
export function watchReader(
  frames: FrameStream,
  ledger: Ledger,
  now: () => number,
  onEnd: () => void,
): FrameStream {
  const end = (how: 'end' | 'left' | 'cut') => {
    if (ledger.state !== 'open') return
    ledger.end(how, now())
    onEnd()
  }
  const noted = (piece: string | Uint8Array | undefined) => {
    if (piece !== undefined && ledger.state === 'open') ledger.note(piece, now())
    if (piece === undefined || frames.isOver === true) end('end')
    return piece
  }
  const cut = (error: unknown): never => {
    end('cut')
    throw error
  }
  return {
    get isOver() {
      return frames.isOver === true
    },
    // Not `async`: this passes on every event of every stream.
    pull: () => frames.pull().then(noted, cut),
    cancel() {
      frames.cancel()
      end('left')
    },
  }
}
