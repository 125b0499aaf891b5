/** Where the panel is: at an edge of the page, or in a separate window. */
export type Dock = 'bottom' | 'right' | 'window'

/** The backend of the console: a fake of this page, or a `fetch` function. */
export type ConsoleSource =
  | {
      /** The fake that runs in the page. */
      readonly fake: { fetch(request: Request): Promise<Response> }
    }
  | {
      /** Sends the requests of the console, such as `fetch` of a page under MSW. */
      readonly fetch: (request: Request) => Promise<Response>
    }

/** The options of `mountConsole`. */
export type MountConsoleOptions = ConsoleSource & {
  /** The title of the panel. Consoles of several fakes in one page need different names. */
  readonly name?: string
  /** The URL of the platform that the page's client uses. Default: the origin of the page. */
  readonly baseUrl?: string
  /** The key that opens and closes the panel; `false` for no key. Default: `Ctrl+Alt+U`. */
  readonly hotKey?: string | false
  /** Where the panel opens. Default: where the user last docked it, at first `bottom`. */
  readonly dock?: Dock
}

/** A console that was mounted in this page. */
export type MountedConsole = {
  readonly isOpen: boolean
  /** Opens the panel. The first call loads its code. A browser may block a new window. */
  open(dock?: Dock): Promise<void>
  close(): void
  /** Closes the panel, and removes its hot key. */
  unmount(): void
}
