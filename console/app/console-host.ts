/**
 * The backend of the console. A page without a server adds a host to `window` before the console
 * starts.
 */
export type ConsoleHost = {
  /** Sends the requests of the console, like the `fetch` of the browser. */
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>
  /** The URL of the default world, with a trailing slash. */
  readonly baseUrl: string
  /** Whether the fake runs in the page. The console then has no pages that need a server. */
  readonly isInPage?: true
  /** Whether the server is a proxy. A proxy has no worlds and no platform at `baseUrl`. */
  readonly isProxy?: boolean
  /** Whether the console runs in a panel. If so, its location is not stored in the window's URL. */
  readonly isPanel?: boolean
  /** The prefix of names in browser storage. Consoles of one origin need different prefixes. */
  readonly storagePrefix?: string
  /** Set only for a static site, where links can contain a script or a question to play. */
  readonly site?: SiteHost
}

/** The functions of the host that only a static site has. */
type SiteHost = {
  /** Calls `tell` with each notice for the user, including the notices before this call. */
  onNotice(tell: (sentence: string) => void): void
}

/** The name of the window property that holds the `ConsoleHost`. */
export const hostPropertyName = 'understudyConsoleHost'
