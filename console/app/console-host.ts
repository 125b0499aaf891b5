/** The backend of the console. A page without a server sets it in the window before the console starts. */
export type ConsoleHost = {
  /** Sends every request of the console. */
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>
  /** The URL of the default world, with a trailing slash. */
  readonly baseUrl: string
  /** Whether the fake runs in the page: there is no server for the pages that need one. */
  readonly isInPage?: true
  /** Whether the server is a proxy: there is no world, and no platform at the URL. */
  readonly isProxy?: boolean
  /** Whether the location is kept apart from the address and the history of the window. */
  readonly isPanel?: boolean
  /** Begins the names of stored values, so that several consoles of one origin stay apart. */
  readonly storagePrefix?: string
  /** Present if the page is a static site. Only a static site plays the content of links. */
  readonly site?: SiteHost
}

/** The parts of the host that only a static site has. */
type SiteHost = {
  /** Calls `tell` with each notice for the user, also with earlier notices. */
  onNotice(tell: (sentence: string) => void): void
}

/** The name of the host in the window. */
export const hostName = 'understudyConsoleHost'
