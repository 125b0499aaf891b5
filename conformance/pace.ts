/** Settles when the next request may go. */
export type Pace = () => Promise<void>

/** Lets at most so many requests a second go, evenly; without a rate they go at once. */
export function createPace(
  rate: number | undefined,
  now: () => number,
  sleep: (ms: number) => Promise<void>,
): Pace {
  if (rate === undefined) return async () => {}
  let free = now()
  return async () => {
    const turn = Math.max(free, now())
    free = turn + 1000 / rate
    if (turn > now()) await sleep(turn - now())
  }
}
