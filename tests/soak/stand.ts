/** How a server stands: what it holds, and what went wrong in it. */
export type Standing = {
  /** Bytes that are reachable. */
  readonly heap: number
  readonly rss: number
  /** What keeps its process alive: sockets, timers; how many of each. */
  readonly resources: Readonly<Record<string, number>>
  readonly worlds: number
  readonly streams: number
  readonly crashes: readonly string[]
}

const crashes: string[] = []

/** Notes what went wrong. */
export const note = (error: unknown) =>
  crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
process.on('warning', note)
process.on('unhandledRejection', note)
process.on('uncaughtException', note)

/** Tells the parent of this process where it listens, and how it stands whenever it is asked. */
export function answerParent(
  url: string,
  held: () => { readonly worlds: number; readonly streams: number },
): void {
  // Opened with the first word otherwise, and taken for a leak then.
  void [process.stdout, process.stderr]
  process.on('message', () => process.send?.(stand(held())))
  process.on('disconnect', () => process.exit())
  process.send?.({ url })
}

function stand(held: { readonly worlds: number; readonly streams: number }): Standing {
  // Twice: what finalizers let go of is gone after the second.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  return { heap: heapUsed + external, rss, resources, ...held, crashes: [...crashes] }
}
