/** The resources that a server process holds, and the errors that occurred in it. */
export type ServerStatus = {
  /** Reachable bytes, measured after a garbage collection. */
  readonly heap: number
  readonly rss: number
  /** The number of active resources of each kind, such as sockets and timers. */
  readonly resources: Readonly<Record<string, number>>
  readonly worlds: number
  readonly streams: number
  readonly crashes: readonly string[]
}

const crashes: string[] = []

/** Records an error that nothing handled. */
export const recordError = (error: unknown) =>
  crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
process.on('warning', recordError)
process.on('unhandledRejection', recordError)
process.on('uncaughtException', recordError)

/** Prints the URL, and sends the status to the parent process for each message from it. */
export function reportToParent(
  url: string,
  held: () => { readonly worlds: number; readonly streams: number },
): void {
  // Opened in advance: Node opens this stream on first use, which would look like a leak.
  void process.stderr
  process.on('message', () => process.send?.(readStatus(held())))
  process.on('disconnect', () => process.exit())
  process.stdout.write(`${JSON.stringify({ url })}\n`)
}

function readStatus(held: { readonly worlds: number; readonly streams: number }): ServerStatus {
  // Collects garbage twice: the second collection frees what finalizers of the first have released.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  return { heap: heapUsed + external, rss, resources, ...held, crashes: [...crashes] }
}
