import type { FrameStream } from '../call.ts'

/** The same stream; tells once when it has ended, broke, or its reader left. */
export function watchReader(frames: FrameStream, onEnd: () => void): FrameStream {
  let ended = false
  const end = () => {
    if (!ended) onEnd()
    ended = true
  }
  return {
    async pull() {
      try {
        const text = await frames.pull()
        if (text === undefined) end()
        return text
      } catch (error) {
        end()
        throw error
      }
    },
    cancel() {
      frames.cancel()
      end()
    },
  }
}
