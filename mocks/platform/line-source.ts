import type { ScriptLine } from '../../contract/scripts/lines.ts'
import type { Decision } from '../world/turn-inputs.ts'
import type { Turn } from '../world/turns.ts'
import type { World } from '../world/world.ts'
import type { Suspension } from './playback.ts'

/** The lines of a script that are written while it plays. */
export type LineSource = {
  /** The lines so far. */
  readonly lines: readonly ScriptLine[]
  readonly isComplete: boolean
  /**
   * Asks for more lines, once all others were played. `onMore` is called when there are some, or when
   * the script is complete. The returned function cancels all further lines.
   */
  request(onMore: () => void): () => void
}

/**
 * Suspends a turn until its source has more lines, or a director has a text for it; `undefined` if
 * there are lines, or the source is complete.
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
      // No caller waits for a source, so that an error of the turn must not reach it.
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
