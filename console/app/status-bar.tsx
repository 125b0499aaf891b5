import { Button, Icon } from '../ui/button.tsx'
import { Tour } from './tour.tsx'
import { Badge, Banner, Notice, toast } from '../ui/feedback.tsx'
import {
  announceReturn,
  isServerOrWorldGone,
  isShownWorld,
  lastResponseAt,
  probeAccess,
  recreateWorld,
  usePlatform,
} from './platform.ts'
import {
  isDemo,
  worldEndsInMs,
  reloadAsNewVisitor,
  replaceVisitorWorld,
  usePollVisitorWorld,
} from './visitor.ts'
import { hrefOf, pageLocation } from './location.ts'
import { readStored, writeStored } from './browser-storage.ts'
import {
  isFaultUsedUp,
  clockShiftOf,
  defaultProfile,
  useWorldStatus,
  usePollWorldStatus,
} from '../control/world-status.ts'
import { SiteNotices } from './site-notices.tsx'
import { Timestamp, TextWithCode } from '../ui/text.tsx'
import { describeEffect, describeMatch, formatShift } from '../pages/faults/describe-fault.ts'
import type { WorldTime } from '../../contract/control/clock.ts'
import type { ProxyStatus } from '../../traffic/proxy/control-answers.ts'
import './status-bar.css'
import { Fragment } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useMutation, usePolling } from '../control/hooks.ts'
import { playedBehaviourOf } from '../control/played-behaviour.ts'
import { formatCount } from '../../contract/format-count.ts'

/** Shows on every page what the user should know about the server and the world. */
export function StatusBar() {
  const { access } = usePlatform()
  const isOutsider = access === 'needs-token' || access === 'off'
  return (
    <>
      {access === 'open' && <WorldStatusLine />}
      <div class="frame-signs">
        <GoneNotice />
        <SiteNotices />
        {isDemo && <VisitorBanner />}
        <Tour />
        <PlayedBehavioursLine />
        {isOutsider && (
          <Notice tone="plain">
            This is a fake of the platform: its answers are scripted, and no real platform is behind
            it.
          </Notice>
        )}
      </div>
    </>
  )
}

/**
 * Shows active faults, a clock that differs from the real time, and a profile that is not the
 * default.
 */
function WorldStatusLine() {
  usePollWorldStatus()
  const status = useWorldStatus()
  const faults = status?.faults.filter((fault) => !isFaultUsedUp(fault)) ?? []
  const [first] = faults
  const clock = status && describeClock(status.time)
  const profile = status?.profile === defaultProfile ? undefined : status?.profile
  const { proxy } = status ?? {}
  const isUsual = (first ?? clock ?? profile ?? proxy) === undefined
  return (
    <div role="status" class="active-line" data-active={isUsual ? undefined : ''}>
      {proxy !== undefined && <ProxyStatusLine proxy={proxy} />}
      {first !== undefined && (
        <a href={hrefOf('faults')}>
          <Badge tone="warn">{formatCount(faults.length, 'fault')}</Badge>
          <span class="active-text">
            {describeEffect(first)} · {describeMatch(first)}
          </span>
        </a>
      )}
      {clock !== undefined && (
        <a href={hrefOf('clock')}>
          <Badge tone="warn">{clock}</Badge>
          {status?.time.frozen === true && (
            <span class="active-text">
              <Timestamp iso={status.time.now} />
            </span>
          )}
        </a>
      )}
      {profile !== undefined && (
        <a href={hrefOf('choices')}>
          <Badge tone="info">profile</Badge>
          <span class="active-text">{profile}</span>
        </a>
      )}
    </div>
  )
}

/** Shows the targets of a proxy, and how many rule violations the proxy has found. */
const ProxyStatusLine = ({
  proxy: { url, targets, findings },
}: {
  readonly proxy: ProxyStatus
}) => (
  <>
    <span class="active-text">
      <code>{url}</code> passes calls on to{' '}
      {targets.map((target, at) => (
        <Fragment key={target.prefix}>
          {at > 0 && ', '}
          {target.prefix !== '/' && (
            <>
              <code>{target.prefix}</code> of{' '}
            </>
          )}
          <code>{target.url.replace(/\/$/, '')}</code>
        </Fragment>
      ))}
    </span>
    {findings > 0 && (
      <a href={hrefOf('traffic')}>
        <Badge tone="bad">{formatCount(findings, 'finding')}</Badge>
      </a>
    )}
  </>
)

/** Describes a clock that does not show the real time; returns `undefined` for any other clock. */
function describeClock(time: WorldTime): string | undefined {
  if (time.frozen) return 'clock frozen'
  if (time.scale !== 1) return `clock × ${time.scale}`
  const shift = clockShiftOf(time)
  return shift === undefined ? undefined : `clock ${formatShift(shift)}`
}

/**
 * If the server, the network or the page's world is gone, says so, and says what the user can do.
 */
export function GoneNotice() {
  const { access } = usePlatform()
  if (access === 'ended') return <EndedWorld />
  if (access === 'deleted') return <DeletedWorld />
  return access === 'lost' ? <LostServer /> : null
}

/** Milliseconds between two attempts to reach a server that is gone. */
const retryInterval = 2000

/** Says that the server or the network is gone, and tries again until the server responds. */
function LostServer() {
  const retry = useRetry('The server is back.')
  return navigator.onLine ? (
    <Notice tone="bad" title="The server does not respond.">
      Check that it is running: the page continues by itself once it is back. <LoadedDataAge />{' '}
      <Button onClick={retry}>Try again</Button>
    </Notice>
  ) : (
    <Notice tone="bad" title="This device is offline.">
      The server may be running, but no network leads to it: the page continues by itself once it
      does. <LoadedDataAge /> <Button onClick={retry}>Try again</Button>
    </Notice>
  )
}

/** Says that another client deleted the world. A button creates the world again. */
function DeletedWorld() {
  const { world = 'default' } = usePlatform()
  useRetry(`The world ${world} exists again.`)
  return (
    <Notice tone="bad" title={`The world ${world} does not exist any more.`}>
      It was deleted elsewhere, or the server started without it. <LoadedDataAge />{' '}
      <Button kind="primary" onClick={recreateWorld}>
        Create {world} again
      </Button>{' '}
      {world !== 'default' && (
        <a href={hrefOf('', { world: undefined })}>Go to the default world</a>
      )}
    </Notice>
  )
}

/** Polls the server while it is gone. Shows the message once the server or the network is back. */
function useRetry(message: string) {
  const { root } = usePlatform()
  const retry = useCallback(async () => {
    await probeAccess()
    if (isServerOrWorldGone()) return
    announceReturn()
    // The user may have opened another world. The check was then for that world, not for this one.
    if (isShownWorld(root)) toast(message)
  }, [message, root])
  usePolling(retry, retryInterval)
  useEffect(() => {
    const retryNow = () => void retry()
    window.addEventListener('online', retryNow)
    window.addEventListener('offline', retryNow)
    return () => {
      window.removeEventListener('online', retryNow)
      window.removeEventListener('offline', retryNow)
    }
  }, [retry])
  return retry
}

/** Says how old the shown data is, while the server or the world is gone. */
function LoadedDataAge() {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = window.setInterval(() => tick((count) => count + 1), 1000)
    return () => window.clearInterval(timer)
  }, [])
  const seconds = Math.round((Date.now() - lastResponseAt()) / 1000)
  const age = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  return <>What you see below is from {age} ago.</>
}

/** Explains the demo to its visitor on every page, and shows when their world ends. */
function VisitorBanner() {
  const { access } = usePlatform()
  const [isFolded, setFolded] = useState(readStored('demo-banner') === 'folded')
  usePollVisitorWorld(probeAccess)
  if (access !== 'open') return null
  const setBannerFolded = (folded: boolean) => {
    setFolded(folded)
    writeStored('demo-banner', folded ? 'folded' : undefined)
  }
  if (isFolded)
    return (
      <div class="visitor-folded">
        <Button kind="quiet" label="Show what this demo is" onClick={() => setBannerFolded(false)}>
          Demo · ends in {formatDuration(worldEndsInMs.value ?? 0)} <Icon name="down" />
        </Button>
      </div>
    )
  return (
    <Banner
      tone="plain"
      label="About this demo"
      actions={
        <>
          <ReplaceWorldButton />
          <Button kind="quiet" label="Fold this banner" onClick={() => setBannerFolded(true)}>
            <Icon name="up" />
          </Button>
        </>
      }
    >
      <strong>A demo of a fake platform.</strong> This world is only yours. Without activity it ends
      in {formatDuration(worldEndsInMs.value ?? 0)}.
    </Banner>
  )
}

/** Says that the world of the page has ended, and offers a new world. */
function EndedWorld() {
  const { refusalMessage } = usePlatform()
  return (
    <Notice tone="bad" title="This page has no world.">
      {refusalMessage} What you see below is how it was.{' '}
      <Button kind="primary" onClick={reloadAsNewVisitor}>
        Get a new world
      </Button>
    </Notice>
  )
}

function ReplaceWorldButton() {
  const { control } = usePlatform()
  const [sure, setSure] = useState(false)
  const { run, error: problem } = useMutation()
  const replaceWorld = () => run(() => replaceVisitorWorld(control))
  if (!sure)
    return (
      <Button kind="quiet" onClick={() => setSure(true)}>
        Start over
      </Button>
    )
  return (
    <span class="row row-middle">
      {problem !== undefined && <span role="alert">{problem}</span>}
      <Button kind="danger" onClick={replaceWorld}>
        Delete this world and start over
      </Button>
      <Button kind="quiet" onClick={() => setSure(false)}>
        Cancel
      </Button>
    </span>
  )
}

function formatDuration(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes <= 1) return 'less than a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

/** Says which behaviours of a tolerance report the world plays, with a link back to the report. */
function PlayedBehavioursLine() {
  const { world, access } = usePlatform()
  const playedBehaviour = playedBehaviourOf(world)
  const status = useWorldStatus()
  if (playedBehaviour === undefined || access !== 'open' || pageLocation.value.path === 'tolerance')
    return null
  const { behaviours, says, from, missingFixture, profile, faultIds } = playedBehaviour
  const isGone = (wanted: string) => status?.faults.every(({ id }) => id !== wanted)
  if (status !== undefined && (status.profile !== profile || faultIds.some(isGone))) return null
  const back = { world: from, behaviour: behaviours.toSorted().join(' with ') }
  return (
    <section class="notice tone-info" aria-label="What this world plays">
      <p>
        This world plays <code>{behaviours.join(' with ')}</code>: <TextWithCode text={says} />.{' '}
        {missingFixture !== undefined && (
          <>
            It has the usual data, because this server does not have <code>{missingFixture}</code>
            .{' '}
          </>
        )}
        <a href={hrefOf('tolerance', back)}>Back to the report</a>
      </p>
    </section>
  )
}
