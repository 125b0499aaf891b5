import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { EmptyState, Notice } from '../ui/feedback.tsx'
import { hrefOf } from './location.ts'
import type { Access, Platform } from './platform.ts'
import type { Route } from './routes.ts'
import { UnlockForm } from './unlock-form.tsx'

/** Where the frame says what is wrong, or it is not known yet. */
const pendingAccess: ReadonlySet<Access> = new Set(['unknown', 'ended', 'lost'])

type LoadedRoute = {
  readonly route: Route
  readonly Page?: ComponentType
  readonly failed?: string
}

/** The page of a route, loaded when it is first shown; begun anew when the world changes. */
export function Outlet({ route, platform }: { route: Route; platform: Platform }) {
  const [loaded, setLoaded] = useState<LoadedRoute>()
  useEffect(() => {
    let current = true
    const show = (next: LoadedRoute) => {
      if (current) setLoaded(next)
    }
    route.load().then(
      (Page) => show({ route, Page }),
      (error: unknown) => show({ route, failed: String(error) }),
    )
    return () => {
      current = false
    }
  }, [route])

  if (route.needs === 'control' && pendingAccess.has(platform.access)) return null
  if (route.needs === 'control' && !platform.hasControl)
    return <ControlUnavailable platform={platform} />
  if (loaded?.route !== route) return <p role="status">Loading …</p>
  const { Page, failed } = loaded
  if (Page === undefined)
    return (
      <Notice tone="bad" title="This page could not be loaded">
        {failed} Was the server stopped or built anew? Load the page again.
      </Notice>
    )
  return <Page key={platform.root} />
}

function ControlUnavailable({ platform }: { platform: Platform }) {
  return (
    <EmptyState title="This needs the control API">
      {platform.access === 'needs-token' ? (
        <>
          <p>
            The server was started with a token for it, <code>--control-token</code>.
          </p>
          <UnlockForm />
        </>
      ) : (
        <>
          <p>{platform.refusal ?? 'It is off, since others can reach this server.'}</p>
          <p>
            <a href={hrefOf('chat')}>The chat</a> works without.
          </p>
        </>
      )}
    </EmptyState>
  )
}
