import { type ConsoleHost, hostPropertyName } from '../app/console-host.ts'
import { createStorage } from '../app/guarded-storage.ts'
import type { ConsoleSource, Dock, MountConsoleOptions, MountedConsole } from './options.ts'

/** The mounted consoles by name, the oldest first. */
const mountedConsoles = new Map<string, MountedConsole>()

/**
 * Mounts the console of a fake in this page. Until the panel is opened, the only thing added to the
 * page is a listener for its hot key. The panel is a frame, so that styles and tests of the page do
 * not affect it. A second console of the same name replaces the first one.
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
  const storage = createStorage(storagePrefix)
  const baseUrl = new URL('.', new URL(options.baseUrl ?? '/', window.location.href)).href
  const isHotKey = createHotKey(hotKey)
  let frame: OpenFrame | undefined
  let requests = new AbortController()

  async function open(dock?: Dock): Promise<void> {
    close()
    // Only one panel is open at a time, because two panels would cover each other.
    for (const other of mountedConsoles.values()) other.close()
    const { signal } = (requests = new AbortController())
    const host: ConsoleHost = {
      fetch: (input, init) => sendRequest(options, new Request(input, withSignal(init, signal))),
      baseUrl,
      isInPage: true,
      isPanel: true,
      storagePrefix,
    }
    const newFrame = openFrame({
      name,
      storagePrefix,
      dock: dock ?? options.dock,
      onClose: close,
      onKey: onKeyDown,
    })
    frame = newFrame
    const { window: opened } = newFrame
    const { document } = opened
    storage.write('state', 'open')
    try {
      const { startConsole, style } = await import('./console-app.ts')
      // The panel may have been closed, or opened elsewhere, while the code was loaded.
      if (frame !== newFrame) return
      document.adoptedStyleSheets = [createStyleSheet(opened, style)]
      startConsole(Object.assign(opened, { [hostPropertyName]: host }))
    } catch (error) {
      document.body.textContent = `The console could not be loaded: ${String(error)} Reload the page.`
    }
  }

  function close(): void {
    if (frame === undefined) return
    const closing = frame
    frame = undefined
    // The requests are aborted, because streams of a removed frame would stay open in the fake.
    requests.abort()
    closing.close()
    storage.write('state', undefined)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isHotKey(event)) return
    event.preventDefault()
    // Several consoles can have the same hot key. Each press then opens the next console.
    event.stopImmediatePropagation()
    const all = [...mountedConsoles.values()]
    const at = all.findIndex((one) => one.isOpen)
    const next = all[at + 1]
    if (next === undefined) all[at]?.close()
    else void next.open()
  }

  const closeFrame = () => {
    frame?.close()
    // The browser may restore the page from its cache. The panel is then closed.
    frame = undefined
  }
  const mountedConsole: MountedConsole = {
    get isOpen() {
      return frame !== undefined
    },
    open,
    close,
    unmount() {
      close()
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('pagehide', closeFrame)
      if (mountedConsoles.get(name) === mountedConsole) mountedConsoles.delete(name)
    },
  }
  // A panel that was open before a reload of the page is opened again.
  const isReopened = storage.read('state') === 'open'
  mountedConsoles.get(name)?.unmount()
  mountedConsoles.set(name, mountedConsole)
  window.addEventListener('keydown', onKeyDown, { capture: true })
  // A panel in a separate window can't work without the page, so it closes with the page.
  window.addEventListener('pagehide', closeFrame)
  if (isReopened) void open()
  return mountedConsole
}

const sendRequest = (source: ConsoleSource, request: Request): Promise<Response> =>
  'fake' in source ? source.fake.fetch(request) : source.fetch(request)

const withSignal = (init: RequestInit = {}, signal: AbortSignal): RequestInit => ({
  ...init,
  signal: init.signal == null ? signal : AbortSignal.any([init.signal, signal]),
})

/**
 * Creates a test for events of a hot key such as `Ctrl+Alt+U`; for `false`, the test refuses every
 * event. The test compares the physical key, because many keyboard layouts write another letter
 * with Alt.
 */
function createHotKey(hotKey: string | false): (event: KeyboardEvent) => boolean {
  if (hotKey === false) return () => false
  const parts = hotKey.split('+').map((part) => part.trim().toLowerCase())
  const key = parts.pop() ?? ''
  const unknownModifier = parts.find((part) => !modifiers.includes(part))
  if (unknownModifier !== undefined || !/^([a-z\d]|f\d\d?)$/.test(key))
    throw new TypeError(
      `\`${hotKey}\` is not a hot key. Use a letter, a digit or F1 to F12, after any of Ctrl, Alt, Shift and Meta, such as Ctrl+Alt+U.`,
    )
  return (event) =>
    // Some password managers send key events without a code.
    event.code?.toLowerCase().replace(/^(key|digit)/, '') === key &&
    [event.ctrlKey, event.altKey, event.shiftKey, event.metaKey].every(
      (isPressed, at) => isPressed === parts.includes(modifiers[at] ?? ''),
    )
}

const modifiers = ['ctrl', 'alt', 'shift', 'meta']

/** An open panel: a frame or a window, in which the console may still be loading. */
type OpenFrame = { readonly window: Window; close(): void }

type FrameOptions = {
  readonly name: string
  readonly storagePrefix: string
  readonly dock: Dock | undefined
  readonly onClose: () => void
  readonly onKey: (event: KeyboardEvent) => void
}

/** Opens an empty document for the console: in a frame of the page, or in a new window. */
function openFrame(options: FrameOptions): OpenFrame {
  const storedLayout = readLayout(options.storagePrefix)
  const dock = options.dock ?? storedLayout.dock ?? 'bottom'
  const popup = dock === 'window' ? openWindow(options) : undefined
  if (popup !== undefined) return popup
  return openPanel(options, { dock: dock === 'window' ? 'bottom' : dock, size: storedLayout.size })
}

function openWindow({ name, onClose, onKey }: FrameOptions): OpenFrame | undefined {
  const popup = window.open('', `understudy ${name}`, 'popup,width=1280,height=800')
  if (popup === null) return undefined
  writeDocument(popup, name, onKey)
  popup.addEventListener('pagehide', onClose)
  return { window: popup, close: () => popup.close() }
}

type Layout = { readonly dock: 'bottom' | 'right'; readonly size: number }

/** The smallest and the largest size of the panel, in percent of the page. */
const [minSize, maxSize] = [15, 95]

function openPanel(options: FrameOptions, layout: Layout): OpenFrame {
  const { name, storagePrefix, onClose, onKey } = options
  const element = document.createElement('understudy-console')
  // The root is closed, so that the selectors of tests do not find the elements in it.
  const root = element.attachShadow({ mode: 'closed' })
  root.adoptedStyleSheets = [createStyleSheet(window, panelStyle)]
  const panel = append(root, 'section')
  panel.setAttribute('aria-label', `${name} console`)
  const edge = append(panel, 'div')
  const bar = append(panel, 'header')
  append(bar, 'strong').textContent = name
  let { dock, size } = layout
  const applyLayout = () => {
    panel.dataset['dock'] = dock
    panel.style.setProperty('--size', `${size}%`)
    edge.setAttribute('aria-orientation', dock === 'bottom' ? 'horizontal' : 'vertical')
    edge.setAttribute('aria-valuenow', String(Math.round(size)))
    move.textContent = dock === 'bottom' ? 'Dock right' : 'Dock below'
    writeLayout(storagePrefix, { dock, size })
  }
  const resize = (next: number) => {
    size = Math.min(maxSize, Math.max(minSize, next))
    applyLayout()
  }
  const button = (text: string, onClick: () => void) => {
    const child = append(bar, 'button')
    child.textContent = text
    child.addEventListener('click', onClick)
    return child
  }
  const move = button('Dock right', () => {
    dock = dock === 'bottom' ? 'right' : 'bottom'
    applyLayout()
  })
  button('Close', onClose)
  edge.setAttribute('role', 'separator')
  edge.setAttribute('aria-label', 'Size of the console')
  edge.setAttribute('aria-valuemin', String(minSize))
  edge.setAttribute('aria-valuemax', String(maxSize))
  edge.tabIndex = 0
  edge.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowUp' || key === 'ArrowLeft') resize(size + 5)
    if (key === 'ArrowDown' || key === 'ArrowRight') resize(size - 5)
  })
  // Captures the pointer, because otherwise the frame would receive the pointer's movements.
  edge.addEventListener('pointerdown', ({ pointerId }) => edge.setPointerCapture(pointerId))
  edge.addEventListener('pointermove', ({ pointerId, clientX, clientY }) => {
    if (!edge.hasPointerCapture(pointerId)) return
    const { innerWidth, innerHeight } = window
    resize(100 * (dock === 'bottom' ? 1 - clientY / innerHeight : 1 - clientX / innerWidth))
  })
  applyLayout()
  const frame = append(panel, 'iframe')
  frame.title = `${name} console`
  document.body.append(element)
  const inner = frame.contentWindow
  if (inner === null) throw new Error('The browser did not open a frame for the console.')
  writeDocument(inner, name, onKey)
  return { window: inner, close: () => element.remove() }
}

/** Writes a document in standards mode, because an empty document is in quirks mode. */
function writeDocument(opened: Window, name: string, onKey: (event: KeyboardEvent) => void): void {
  const { document } = opened
  document.open()
  document.write('<!doctype html><html lang="en"><body><div id="app"></div></body></html>')
  document.close()
  document.title = name
  opened.addEventListener('keydown', onKey, { capture: true })
}

function append<Name extends keyof HTMLElementTagNameMap>(
  parent: Node,
  name: Name,
): HTMLElementTagNameMap[Name] {
  return parent.appendChild(document.createElement(name))
}

/** Creates a style sheet by script, because a content security policy does not forbid this. */
function createStyleSheet(opened: Window, text: string): CSSStyleSheet {
  const sheet = new (opened as Window & typeof globalThis).CSSStyleSheet()
  sheet.replaceSync(text)
  return sheet
}

const panelStyle = `
:host { all: initial !important }
section {
  position: fixed; inset: auto 0 0; height: var(--size); z-index: 2147483647;
  display: grid; grid-template: auto 1fr / 1fr; background: Canvas; color: CanvasText;
  color-scheme: light dark; font: 13px system-ui; box-shadow: 0 0 12px rgb(0 0 0 / 40%);
}
section[data-dock=right] { inset: 0 0 0 auto; height: auto; width: var(--size) }
header {
  display: flex; gap: 4px; align-items: center; padding: 4px 8px 4px 12px;
  border-bottom: 1px solid color-mix(in srgb, CanvasText 15%, Canvas);
}
strong { flex: 1; font-weight: 600 }
button {
  padding: 4px 10px; border: 0; border-radius: 6px; font: inherit; color: inherit; background: none; cursor: pointer;
}
button:hover, button:focus-visible { background: color-mix(in srgb, CanvasText 10%, Canvas) }
iframe { border: 0; width: 100%; height: 100% }
[role=separator] { position: absolute; inset: -4px 0 auto; height: 8px; cursor: ns-resize; touch-action: none }
[data-dock=right] [role=separator] { inset: 0 auto 0 -4px; height: auto; width: 8px; cursor: ew-resize }
[role=separator]:focus-visible { background: Highlight; outline: none }
`

function readLayout(prefix: string): { readonly dock?: Dock; readonly size: number } {
  const [dock, size] = createStorage(prefix).read('layout', 'permanent')?.split(' ') ?? []
  const share = Math.min(maxSize, Math.max(minSize, Number(size) || 45))
  return { ...((dock === 'bottom' || dock === 'right') && { dock }), size: share }
}

const writeLayout = (prefix: string, { dock, size }: Layout) =>
  createStorage(prefix).write('layout', `${dock} ${Math.round(size)}`, 'permanent')
