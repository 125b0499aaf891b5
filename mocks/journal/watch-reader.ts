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
  return {
    async pull() {
      try {
        const piece = await frames.pull()
        if (piece === undefined) end('end')
        else if (ledger.state === 'open') ledger.note(piece, now())
        return piece
      } catch (error) {
        end('cut')
        throw error
      }
    },
    cancel() {
      frames.cancel()
      end('left')
    },
  }
}
