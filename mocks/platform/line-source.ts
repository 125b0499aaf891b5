import type { ScriptLine } from '../../contract/scripts/lines.ts'
import type { Decision } from '../world/turn-inputs.ts'
import type { Turn } from '../world/turns.ts'
import type { World } from '../world/world.ts'
import type { Suspension } from './playback.ts'

/** The lines of a script that are written while it plays. */
export type LineSource = {
  /** The lines that were written so far. */
  readonly lines: readonly ScriptLine[]
  readonly isComplete: boolean
  /**
   * Requests more lines after all written lines were played. `onMore` is called when new lines are
   * written, or when the script is complete. The returned function cancels all further lines.
   */
  request(onMore: () => void): () => void
}

/**
 * Suspends a turn until its source has more lines, or until a director sends a text. Returns
 * `undefined`, without waiting, if unplayed lines are left or the source is complete.
 */
export function waitForLines(
  world: World,
  { inputs }: Turn,
  { source, played }: { readonly source: LineSource; readonly played: number },
): Suspension<Decision> | undefined {
  if (source.isComplete || source.lines.length > played) return undefined
  return (resume) => {
    let isWaiting = true
    const wake = () => {
      if (!isWaiting || world.closed) return
      isWaiting = false
      inputs.onSay = undefined
      // An error of the turn is reported here. It must not reach the code that writes the lines.
      try {
        resume()
        world.changes.flush()
      } catch (error) {
        world.config.onCrash?.(error, world)
      }
    }
    inputs.onSay = wake
    return source.request(wake)
  }
}
