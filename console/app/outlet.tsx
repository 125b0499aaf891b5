import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { EmptyState, Notice } from '../ui/feedback.tsx'
import { hrefOf } from './location.ts'
import type { Access, Platform } from './platform.ts'
import type { Route } from './routes.ts'
import { UnlockForm } from './unlock-form.tsx'

/** The states of access that are undecided, or that the status bar explains. */
const pendingAccess: ReadonlySet<Access> = new Set(['unknown', 'ended', 'lost'])

type LoadedRoute = {
  readonly route: Route
  readonly Page?: ComponentType
  readonly failed?: string
}

/** Renders the page of a route: loads it on first use, and remounts it when the world changes. */
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
        {failed} The server may have been stopped or rebuilt. Reload the page.
      </Notice>
    )
  return (
    <div class="page-body" inert={platform.access === 'ended'}>
      <Page key={platform.root} />
    </div>
  )
}

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
            {platform.refusal ??
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
