/**
 * The growth in time of a run per doubling of its size, over two doublings. The minimum of several
 * short runs counts, because other processes only add time. If they seem to have disturbed it, it is
 * measured again; real growth shows each time.
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
