import { computed, signal } from '@preact/signals'
import { type ControlClient, ControlError, createControlClient } from '../control/client.ts'
import { host } from './host.ts'
import { worldName } from './location.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { isDemo, fetchVisitorWorld } from './visitor.ts'

/**
 * Whether the page can use the control API: not known yet, yes, only with a token, switched off,
 * the visitor's world has ended, or the server does not respond.
 */
export type Access = 'unknown' | 'open' | 'needs-token' | 'off' | 'ended' | 'lost'

/** The server of the page, and the world that the page shows. */
export type Platform = {
  /** The URL of the page, including the path prefix of a proxy, with a trailing slash. */
  readonly base: URL
  /** The name of the world; `undefined` is the default world. */
  readonly world: string | undefined
  /** The base URL of that world for clients, without a trailing slash. */
  readonly root: string
  /** The control API of that world. */
  readonly control: ControlClient
  readonly hasControl: boolean
  readonly access: Access
  /** The server's message if it refuses the control API. */
  readonly refusal: string | undefined
  /** Whether the control API requires a token. */
  readonly isTokenProtected: boolean
}

/** The access that the server wrote into the page, so that no request is needed to find out. */
const serverHint = document.documentElement.dataset['control']

const base = new URL(host.baseUrl)
// A visitor of a demo is identified by a cookie, not by a token.
const token = signal(isDemo ? undefined : readStored('control-token'))
const probed = signal<ProbeResult>({ access: 'unknown' })

/** The base URL of a world, without a trailing slash. */
export const worldUrl = (name: string | undefined): string =>
  name === undefined
    ? base.href.replace(/\/$/, '')
    : new URL(`w/${encodeURIComponent(name)}`, base).href

/** The control API of any world, `undefined` for the default one. */
export const controlOf = (world: string | undefined): ControlClient =>
  createControlClient(worldUrl(world), token.value)

const platform = computed<Platform>(() => {
  const name = isDemo ? undefined : worldName.value
  const root = worldUrl(name)
  return {
    base,
    world: name,
    root,
    control: controlOf(name),
    hasControl: probed.value.access === 'open',
    access: probed.value.access,
    refusal: probed.value.refusal,
    isTokenProtected: probed.value.access === 'needs-token' || token.value !== undefined,
  }
})

/** Returns the server and the world, and renders the component again when they change. */
export const usePlatform = (): Platform => platform.value

/** Checks whether the page can use the control API with its token. */
export async function probeAccess(): Promise<void> {
  const closed = token.value === undefined && (serverHint === 'needs-token' || serverHint === 'off')
  const next: ProbeResult = closed ? { access: serverHint } : await accessWith(token.value)
  // An unchanged result must not update the signal: an update restarts the streams of pages.
  if (next.access !== probed.value.access || next.refusal !== probed.value.refusal)
    probed.value = next
}

/** Counts how often the server was gone and came back, perhaps without its data. */
export const serverReturns = signal(0)

/** Whether the server did not respond to the last request that checked it. */
export const isServerLost = (): boolean => probed.value.access === 'lost'

/** Stores a token if the control API accepts it; returns whether it does. */
export async function unlock(candidate: string): Promise<boolean> {
  const result = await accessWith(candidate)
  if (result.access !== 'open') return false
  token.value = candidate
  writeStored('control-token', candidate)
  probed.value = result
  return true
}

/** Removes the token. */
export async function lock(): Promise<void> {
  token.value = undefined
  writeStored('control-token', undefined)
  await probeAccess()
}

/** The result of one check. */
type ProbeResult = { readonly access: Access; readonly refusal?: string }

async function accessWith(candidate: string | undefined): Promise<ProbeResult> {
  try {
    const control = createControlClient(worldUrl(undefined), candidate)
    // Requests the list of worlds, because that does not create a world.
    await (isDemo ? fetchVisitorWorld(control) : control.call('GET worlds'))
    return { access: 'open' }
  } catch (error) {
    if (!(error instanceof ControlError)) return { access: 'lost' }
    const refusals = isDemo ? visitorRefusals : listRefusals
    const isWithoutCookie = isDemo && error.status === 401
    return {
      access: refusals[error.status] ?? 'lost',
      refusal: isWithoutCookie
        ? 'Your browser did not send the cookie of this demo. Allow cookies for this site.'
        : error.message,
    }
  }
}

/** The access after a refusal to list the worlds; other statuses come from a proxy. */
const listRefusals: Readonly<Record<number, Access>> = { 401: 'needs-token', 403: 'off' }
/** The access after a refusal of the visitor's world. After a 429 the visitor has a world. */
const visitorRefusals: Readonly<Record<number, Access>> = {
  401: 'ended',
  403: 'off',
  410: 'ended',
  429: 'open',
}
