import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Keyboard, KeyboardButton } from '../keys/keyboard.tsx'
import { EmptyState, Notice, Toast, toast } from '../ui/feedback.tsx'
import { hrefOf, pageLocation } from './location.ts'
import { goneAccessValues, type Platform, probeAccess, usePlatform } from './platform.ts'
import { type Route, routeGroups, routes } from './routes.ts'
import { GoneNotice, StatusBar } from './status-bar.tsx'
import { SiteNotices } from './site-notices.tsx'
import logo from '../icon.svg'
import { AppearanceSwitches } from './appearance.tsx'
import { WorldSwitch } from './worlds.tsx'
import type { ComponentType } from 'preact'
import { UnlockForm } from './unlock-form.tsx'
import { Icon } from '../ui/button.tsx'
import { signal } from '@preact/signals'

/** Renders the console: the header, the status bar, and the current page. */
export function App() {
  const platform = usePlatform()
  const { path } = pageLocation.value
  const route =
    routes.find((one) => one.path === path) ?? (path === '' ? routes[0] : unknownPathRoute)
  const main = useRef<HTMLElement>(null)
  useEffect(() => void probeAccess(), [])
  useEffect(() => {
    document.title = `${route?.title} · ${platform.world ?? 'Understudy'}`
  }, [route, platform.world])
  const shownRoute = useRef(route)
  useEffect(() => {
    if (shownRoute.current === route) return
    shownRoute.current = route
    // Moves the focus of screen readers and keyboards into the new page.
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [route])
  if (route === undefined) return null
  const skipToMain = (event: Event) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the page
      </a>
      {route.skip !== undefined && (
        <a
          class="skip"
          href="#main"
          onClick={(event) => focusFirstMatch(event, route.skip?.to ?? [])}
        >
          {route.skip.label}
        </a>
      )}
      {route.isBare !== true && <Header current={route} platform={platform} />}
      <div class="frame-column">
        {route.isBare === true ? (
          <div class="frame-signs">
            <GoneNotice />
            <SiteNotices />
          </div>
        ) : (
          <StatusBar />
        )}
        <main id="main" tabIndex={-1} ref={main} class={`page page-${route.path || 'start'}`}>
          <h1 class="page-title">{route.title}</h1>
          <RoutePage route={route} platform={platform} />
        </main>
      </div>
      <Keyboard />
      <Palette />
      <Toast />
    </>
  )
}

/** Tries the selectors in order, and moves the focus to the first element that is found. */
function focusFirstMatch(event: Event, selectors: readonly string[]): void {
  event.preventDefault()
  for (const selector of selectors) {
    const part = document.querySelector<HTMLElement>(selector)
    if (part !== null) return part.focus()
  }
}

type HeaderProps = { readonly current: Route; readonly platform: Platform }

/** Renders the navigation beside every page. On a phone, it is a bar with a button for the menu. */
function Header({ current, platform }: HeaderProps) {
  const { isOpen, toggle, header, onKeyDown, onFocusOut } = useMenu()
  return (
    <header class="frame-header" ref={header} onKeyDown={onKeyDown} onFocusOut={onFocusOut}>
      <a class="brand" href={hrefOf('')}>
        <img src={logo} alt="" width="24" height="24" />
        <span class="unseen-on-phone">Understudy</span>
      </a>
      <WorldSwitch />
      <button
        type="button"
        class="button frame-menu-button"
        aria-expanded={isOpen}
        aria-controls="frame-menu"
        aria-label={`Menu, page ${current.title}`}
        onClick={toggle}
      >
        <Icon name={isOpen ? 'close' : 'menu'} />
      </button>
      <div id="frame-menu" class={isOpen ? 'frame-menu is-open' : 'frame-menu'}>
        <PaletteButton />
        <PageLinks current={current} platform={platform} />
        <div class="frame-tools">
          <KeyboardButton />
          <AppearanceSwitches />
        </div>
      </div>
    </header>
  )
}

/** Renders the links to all pages, by the groups of the navigation. */
function PageLinks({ current, platform }: HeaderProps) {
  const shownRoutes = routes.filter(
    ({ worksWithoutControl, isBare }) =>
      isBare !== true && (worksWithoutControl === true || platform.hasControl),
  )
  return (
    <nav aria-label="Pages" class="frame-nav">
      {routeGroups
        .map((name) => [name, shownRoutes.filter(({ group }) => group === name)] as const)
        .filter(([, links]) => links.length > 0)
        .map(([name, links]) => (
          <div key={name} class="frame-group" role="group" aria-label={name}>
            <span class="frame-group-name" aria-hidden="true">
              {name}
            </span>
            {links.map((route) => (
              <a
                key={route.path}
                class="frame-link"
                href={hrefOf(route.path)}
                aria-current={route === current ? 'page' : undefined}
              >
                <Icon name={route.path || 'start'} />
                <span class="frame-label">{route.title}</span>
              </a>
            ))}
          </div>
        ))}
    </nav>
  )
}

/** Manages the header's menu. Escape, a press outside the menu or a new page closes the menu. */
function useMenu() {
  const [isOpen, setOpen] = useState(false)
  const header = useRef<HTMLElement>(null)
  const { path } = pageLocation.value
  useEffect(() => setOpen(false), [path])
  useEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && header.current?.contains(target) === false) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  return {
    isOpen,
    header,
    toggle: () => setOpen(!isOpen),
    onKeyDown({ key }: KeyboardEvent) {
      if (key !== 'Escape' || !isOpen) return
      setOpen(false)
      header.current?.querySelector<HTMLElement>('.frame-menu-button')?.focus()
    },
    onFocusOut({ relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof Node && header.current?.contains(relatedTarget) === false)
        setOpen(false)
    },
  }
}

type LoadedRoute = {
  readonly route: Route
  readonly Page?: ComponentType
  readonly loadError?: string
}

/** Renders the page of a route: loads it on first use, and remounts it when the world changes. */
function RoutePage({ route, platform }: { route: Route; platform: Platform }) {
  const [loaded, setLoaded] = useState<LoadedRoute>()
  useEffect(() => {
    let current = true
    const show = (next: LoadedRoute) => {
      if (current) setLoaded(next)
    }
    route.load().then(
      (Page) => show({ route, Page }),
      (error: unknown) => show({ route, loadError: String(error) }),
    )
    return () => {
      current = false
    }
  }, [route])

  const isGone = goneAccessValues.has(platform.access)
  if (route.worksWithoutControl !== true && !platform.hasControl)
    return isGone || platform.access === 'unknown' ? null : (
      <ControlUnavailable platform={platform} />
    )
  if (loaded?.route !== route) return <p role="status">Loading …</p>
  const { Page, loadError } = loaded
  if (Page === undefined)
    return (
      <Notice tone="bad" title="This page could not be loaded">
        {loadError} The server may have been stopped or rebuilt. Reload the page.
      </Notice>
    )
  return (
    <div
      class={isGone ? 'page-body is-veiled' : 'page-body'}
      inert={isGone && !(platform.access === 'lost' && route.worksWithoutControl === true)}
    >
      <Page key={platform.root} />
    </div>
  )
}

/** The page for a path that does not exist. */
const unknownPathRoute: Route = {
  path: 'none',
  title: 'No such page',
  group: 'Play',
  worksWithoutControl: true,
  load: async () => UnknownPathPage,
}

const UnknownPathPage = () => (
  <EmptyState title="There is no such page">
    <p>
      <a href={hrefOf('')}>{routes[0]?.title}</a> shows where everything is.
    </p>
  </EmptyState>
)

function ControlUnavailable({ platform }: { platform: Platform }) {
  return (
    <EmptyState title="This page needs the control API">
      {platform.access === 'needs-token' ? (
        <>
          <p>
            The server requires the token that it was started with (<code>--control-token</code>).
          </p>
          <UnlockForm />
        </>
      ) : (
        <>
          <p>
            {platform.refusalMessage ??
              'It is switched off, because this server can be reached from other machines.'}
          </p>
          <p>
            <a href={hrefOf('chat')}>The chat</a> works without it.
          </p>
        </>
      )}
    </EmptyState>
  )
}

const isPaletteOpen = signal(false)

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A button that opens the palette. Ctrl-K, or ⌘K on a Mac, does the same on every page. */
const PaletteButton = () => (
  <button
    type="button"
    class="frame-link frame-search"
    aria-haspopup="dialog"
    aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
    onClick={() => (isPaletteOpen.value = true)}
  >
    <Icon name="search" />
    <span class="frame-label">Go to …</span>
    <kbd aria-hidden="true">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
  </button>
)

/** Renders the palette while it is open. Its code is loaded on first use. */
function Palette() {
  const [Dialog, setDialog] = useState<ComponentType<{ readonly onClose: () => void }>>()
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isChord = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey
      if (!isChord || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // The palette never opens over another dialog, because the palette would hide the dialog.
      if (document.querySelector('dialog[open]:not(.palette)') === null)
        isPaletteOpen.value = !isPaletteOpen.value
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    if (!isPaletteOpen.value || Dialog !== undefined) return
    import('./palette-dialog.tsx').then(
      ({ PaletteDialog }) => setDialog(() => PaletteDialog),
      (error: unknown) => {
        isPaletteOpen.value = false
        toast(`The palette could not be loaded. ${String(error)}`, 'bad')
      },
    )
  }, [isPaletteOpen.value])
  return isPaletteOpen.value && Dialog !== undefined ? (
    <Dialog onClose={() => (isPaletteOpen.value = false)} />
  ) : null
}
