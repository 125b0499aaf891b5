/**
 * The growth in time of a run per doubling of its size, over two doublings. The minimum of several
 * short runs counts, because other processes only add time. If they seem to have disturbed it, it is
 * measured again; real growth shows each time.
 */
export async function timeGrowth(size: number, run: (size: number) => unknown): Promise<number> {
  return leastRatio(
    2.5 ** 2,
    () => run(4 * size),
    () => run(size),
  ).then(Math.sqrt)
}

/**
 * How many times as long one run takes as another, measured side by side, so that the speed of the
 * machine does not matter. It is measured again, up to three times, unless it is below the limit.
 */
export async function leastRatio(
  limit: number,
  run: () => unknown,
  other: () => unknown,
  runs = 8,
): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 4 && least >= limit; tries++) {
    const [ours, theirs] = [[Infinity], [Infinity]]
    for (let done = 0; done < runs; done++) {
      theirs.push(await timeOf(other))
      ours.push(await timeOf(run))
    }
    least = Math.min(least, Math.min(...ours) / Math.min(...theirs))
  }
  return least
}

async function timeOf(run: () => unknown): Promise<number> {
  const before = performance.now()
  await run()
  return performance.now() - before
}
