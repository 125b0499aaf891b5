import { type ConsoleHost, hostName } from '../app/console-host.ts'
import { createStorage } from '../app/guarded-storage.ts'
import type { ConsoleSource, Dock, MountConsoleOptions, MountedConsole } from './options.ts'
import { openFrame, type OpenFrame } from './open-frame.ts'

/** The mounted consoles by name, the oldest first. */
const mounted = new Map<string, MountedConsole>()

/**
 * Mounts the console of a fake in this page. Until the panel is opened, the page has nothing of it
 * except a listener for its hot key. The panel is a frame of its own, so that styles and tests of
 * the page do not meet it. A second console of the same name replaces the first one.
 *
 * Throws a `TypeError` for a `hotKey` that names no key or a `baseUrl` that is not a URL.
 *
 * @example
 * if (import.meta.env.DEV) {
 *   const { mountConsole } = await import('agent-understudy/console')
 *   mountConsole({ fake })
 * }
 */
export function mountConsole(options: MountConsoleOptions): MountedConsole {
  const { name = 'Understudy', hotKey = 'Ctrl+Alt+U' } = options
  const storagePrefix = `understudy.panel.${name}.`
  const stored = createStorage(storagePrefix)
  const baseUrl = new URL('.', new URL(options.baseUrl ?? '/', window.location.href)).href
  const isHotKey = createHotKey(hotKey)
  let frame: OpenFrame | undefined
  let requests = new AbortController()

  async function open(dock?: Dock): Promise<void> {
    close()
    // One panel at a time: two would cover each other.
    for (const other of mounted.values()) other.close()
    const { signal } = (requests = new AbortController())
    const host: ConsoleHost = {
      fetch: (input, init) => send(options, new Request(input, withSignal(init, signal))),
      baseUrl,
      isInPage: true,
      isPanel: true,
      storagePrefix,
    }
    const opened = openFrame({
      name,
      storagePrefix,
      dock: dock ?? options.dock,
      onClose: close,
      onKey: press,
    })
    frame = opened
    stored.write('state', 'open')
    try {
      const { startConsole, style } = await import('./console-app.ts')
      // It may have been closed, or opened elsewhere, while the code was loaded.
      if (frame !== opened) return
      opened.addStyle(style)
      startConsole(Object.assign(opened.window, { [hostName]: host }))
    } catch (error) {
      opened.say(`The console could not be loaded: ${String(error)} Reload the page.`)
    }
  }

  function close(): void {
    if (frame === undefined) return
    const closing = frame
    frame = undefined
    // The streams of a removed frame would stay open in the fake.
    requests.abort()
    closing.close()
    stored.write('state', undefined)
  }

  function press(event: KeyboardEvent): void {
    if (!isHotKey(event)) return
    event.preventDefault()
    // With the same key, several consoles take turns.
    event.stopImmediatePropagation()
    const all = [...mounted.values()]
    const at = all.findIndex((one) => one.isOpen)
    const next = all[at + 1]
    if (next === undefined) all[at]?.close()
    else void next.open()
  }

  const leave = () => {
    frame?.close()
  }
  const one: MountedConsole = {
    get isOpen() {
      return frame !== undefined
    },
    open,
    close,
    unmount() {
      close()
      window.removeEventListener('keydown', press, { capture: true })
      window.removeEventListener('pagehide', leave)
      if (mounted.get(name) === one) mounted.delete(name)
    },
  }
  // After a reload of the page, the panel is open again.
  const isReopened = stored.read('state') === 'open'
  mounted.get(name)?.unmount()
  mounted.set(name, one)
  window.addEventListener('keydown', press, { capture: true })
  // A window of the panel cannot go on without the page.
  window.addEventListener('pagehide', leave)
  if (isReopened) void open()
  return one
}

const send = (source: ConsoleSource, request: Request): Promise<Response> =>
  'fake' in source ? source.fake.fetch(request) : source.fetch(request)

const withSignal = (init: RequestInit = {}, signal: AbortSignal): RequestInit => ({
  ...init,
  signal: init.signal == null ? signal : AbortSignal.any([init.signal, signal]),
})

/**
 * Returns whether an event is that of a hot key such as `Ctrl+Alt+U`; `false` never is. The key is
 * that of the keyboard, because with Alt many layouts write another letter.
 */
function createHotKey(hotKey: string | false): (event: KeyboardEvent) => boolean {
  if (hotKey === false) return () => false
  const parts = hotKey.split('+').map((part) => part.trim().toLowerCase())
  const key = parts.pop() ?? ''
  const unknown = parts.find((part) => !modifiers.includes(part))
  if (unknown !== undefined || !/^([a-z\d]|f\d\d?)$/.test(key))
    throw new TypeError(
      `\`${hotKey}\` is not a hot key. Use a letter, a digit or F1 to F12, after any of Ctrl, Alt, Shift and Meta, such as Ctrl+Alt+U.`,
    )
  return (event) =>
    event.code.toLowerCase().replace(/^(key|digit)/, '') === key &&
    [event.ctrlKey, event.altKey, event.shiftKey, event.metaKey].every(
      (isPressed, at) => isPressed === parts.includes(modifiers[at] ?? ''),
    )
}

const modifiers = ['ctrl', 'alt', 'shift', 'meta']
