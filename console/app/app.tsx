import { useEffect, useRef } from 'preact/hooks'
import { Keyboard } from '../keys/keyboard.tsx'
import { Toast } from '../ui/feedback.tsx'
import { Header } from './header.tsx'
import { pageLocation } from './location.ts'
import { Outlet } from './outlet.tsx'
import { probeAccess, usePlatform } from './platform.ts'
import { routes } from './routes.ts'
import { EndedWorld, LostServer, StatusBar } from './status-bar.tsx'

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
      {route.skip !== undefined && (
        <a class="skip" href="#main" onClick={(event) => skipTo(event, route.skip?.to ?? [])}>
          {route.skip.label}
        </a>
      )}
      {route.isBare !== true && (
        <>
          <Header current={route} platform={platform} />
          <StatusBar />
        </>
      )}
      {route.isBare === true && (
        <div class="frame-signs">
          {platform.access === 'ended' && <EndedWorld />}
          {platform.access === 'lost' && <LostServer />}
        </div>
      )}
      <main id="main" tabIndex={-1} ref={main} class={`page page-${route.path || 'start'}`}>
        <h1 class="page-title">{route.title}</h1>
        <Outlet route={route} platform={platform} />
      </main>
      <Keyboard />
      <Toast />
    </>
  )
}

/** Moves the focus to the first of some parts that the page has. */
function skipTo(event: Event, selectors: readonly string[]): void {
  event.preventDefault()
  for (const selector of selectors) {
    const part = document.querySelector<HTMLElement>(selector)
    if (part !== null) return part.focus()
  }
}
