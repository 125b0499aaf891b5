import type { Connection, FrameRow, Tape } from './tape.ts'

/** A stream of at least so many events is long enough to tell. */
const enough = 8
/** How long the first byte takes where somebody waits for the last, in milliseconds. */
const longWait = 800

/**
 * Whether a live stream came in one piece after a long wait, though it was told over time: then
 * something between the server and the page holds it back.
 */
export function isBuffered({ connections, frames }: Tape): boolean {
  const live = connections.find(({ number }) => number === 1)
  if (live === undefined || live.ending === undefined) return false
  const came = frames.filter(({ connection }) => connection === live.number)
  return came.length >= enough && cameAtOnce(live, came)
}

function cameAtOnce({ askedAt }: Connection, came: readonly FrameRow[]): boolean {
  const [first, last] = [came[0], came.at(-1)]
  if (first === undefined || last === undefined) return false
  return last.at - first.at < 60 && first.at - askedAt > longWait
}
