/**
 * How many times more time a run takes for each doubling of its size, over two doublings. The
 * fastest of some short runs counts: other programs only ever add to one. It is measured again
 * where they seem to have; growth that is really there shows each time.
 */
export function timeGrowth(size: number, run: (size: number) => unknown): number {
  let least = Infinity
  for (let tries = 0; tries < 4 && least >= 2.5; tries++) {
    const once = fastest(size, run)
    least = Math.min(least, Math.sqrt(fastest(4 * size, run) / once))
  }
  return least
}

function fastest(size: number, run: (size: number) => unknown): number {
  const times = Array.from({ length: 8 }, () => {
    const before = performance.now()
    run(size)
    return performance.now() - before
  })
  return Math.min(...times)
}
