/**
 * What stands behind the console if no server sent its page: a fake in the page, or a proxy. It is
 * set in the window before the console starts.
 */
export type ConsoleHost = {
  /** Sends every request of the console. */
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>
  /** The URL of the default world, with a trailing slash. */
  readonly baseUrl: string
  /** Whether the location is kept apart from the address and the history of the window. */
  readonly isPanel?: boolean
  /** Begins the names of stored values, so that several consoles of one origin stay apart. */
  readonly storagePrefix?: string
  /** The paths of pages that need something else behind the console. */
  readonly hiddenPages?: readonly string[]
}

/** The name of the host in the window. */
export const hostName = 'understudyConsoleHost'
