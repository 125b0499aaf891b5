import { useEffect, useRef } from 'preact/hooks'
import { Keyboard, KeyboardButton } from '../keys/keyboard.tsx'
import { Toast } from '../ui/feedback.tsx'
import { hrefOf, pageLocation } from './location.ts'
import { Outlet } from './outlet.tsx'
import { type Platform, probeAccess, usePlatform } from './platform.ts'
import { type Route, routes } from './routes.ts'
import { EndedWorld, StatusBar } from './status-bar.tsx'
import { ThemeSwitch } from './theme.tsx'
import { WorldSwitch } from './worlds.tsx'

/** The frame of every page: header, status bar, and the page itself. */
export function App() {
  const platform = usePlatform()
  const route = routes.find(({ path }) => path === pageLocation.value.path) ?? routes[0]
  const main = useRef<HTMLElement>(null)
  useEffect(() => void probeAccess(), [])
  useEffect(() => {
    document.title = `${route?.title} · ${platform.world ?? 'Understudy'}`
  }, [route, platform.world])
  const shown = useRef(route)
  useEffect(() => {
    if (shown.current === route) return
    shown.current = route
    // Moves the focus of screen readers and keyboards into the new page.
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [route])
  if (route === undefined) return null
  const skip = (event: Event) => {
    event.preventDefault()
    main.current?.focus()
  }
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the page
      </a>
      {route.isBare !== true && (
        <>
          <Header current={route} platform={platform} />
          <StatusBar />
        </>
      )}
      {route.isBare === true && platform.access === 'ended' && <EndedWorld />}
      <main id="main" tabIndex={-1} ref={main} class={`page page-${route.path || 'start'}`}>
        <h1 class="page-title">{route.title}</h1>
        <Outlet route={route} platform={platform} />
      </main>
      <Keyboard />
      <Toast />
    </>
  )
}

function Header({ current, platform }: { current: Route; platform: Platform }) {
  const nav = useRef<HTMLElement>(null)
  const shown = routes.filter(
    ({ needs, isBare }) => isBare !== true && (needs === 'nothing' || platform.hasControl),
  )
  // On a phone the links do not all fit into the view.
  useEffect(() => {
    const link = nav.current?.querySelector('[aria-current]')
    link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, shown.length])
  return (
    <header class="frame-header">
      <a class="brand" href={hrefOf('')}>
        Understudy
      </a>
      <nav aria-label="Pages" class="frame-nav" ref={nav}>
        {shown.map((route) => (
          <a
            key={route.path}
            href={hrefOf(route.path)}
            aria-current={route === current ? 'page' : undefined}
          >
            {route.label}
          </a>
        ))}
      </nav>
      <div class="frame-tools">
        <WorldSwitch />
        <KeyboardButton />
        <ThemeSwitch />
      </div>
    </header>
  )
}
