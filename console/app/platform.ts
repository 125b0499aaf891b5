import { computed, signal } from '@preact/signals'
import { isSameJson } from '../../contract/json.ts'
import {
  type ControlClient,
  ControlError,
  createControlClient,
  readProxyStatus,
} from '../control/client.ts'
import { host } from './host.ts'
import { worldName } from './location.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { isDemo, fetchVisitorWorld } from './visitor.ts'

/**
 * Whether the page can use the control API: not known yet, yes, only with a token, switched off,
 * the visitor's world has ended, the world was deleted, or the server does not respond.
 */
export type Access = 'unknown' | 'open' | 'needs-token' | 'off' | 'ended' | 'deleted' | 'lost'

/** The server of the page, and the world that the page shows. */
export type Platform = {
  /** The URL of the page, including the path prefix of a proxy, with a trailing slash. */
  readonly base: URL
  /** The name of the world; `undefined` is the default world. */
  readonly world: string | undefined
  /** The base URL of the shown world for clients, without a trailing slash. */
  readonly root: string
  /** The control API of the shown world. */
  readonly control: ControlClient
  /** Whether the page may use the control API. Stays true while the server or the world is gone. */
  readonly hasControl: boolean
  readonly access: Access
  /** The server's message, if the server refuses the control API. */
  readonly refusalMessage: string | undefined
  /** Whether the control API requires a token. */
  readonly isTokenProtected: boolean
}

/** The access to the control API. The server wrote it into the page, which saves a request. */
const serverAccess = document.documentElement.dataset['control']

const base = new URL(host.baseUrl)
// A visitor of a demo is identified by a cookie, not by a token.
const token = signal(isDemo ? undefined : readStored('control-token'))
const lastProbe = signal<ProbeResult>({ access: 'unknown' })

/** Returns the base URL of a world, without a trailing slash. */
export const worldUrl = (name: string | undefined): string =>
  name === undefined
    ? base.href.replace(/\/$/, '')
    : new URL(`w/${encodeURIComponent(name)}`, base).href

/** The base URLs of the worlds that this page has already used. */
const knownWorlds = new Set<string>()
/** One client for each world and token, because a new client would restart the streams of pages. */
const clients = new Map<string, ControlClient>()

/** Returns the control API of a world; `undefined` is the default world. */
export function controlOfWorld(world: string | undefined): ControlClient {
  const root = worldUrl(world)
  const key = `${root}\n${token.value}`
  const client =
    clients.get(key) ?? createControlClient(root, token.value, () => isKnownWorld(root))
  clients.set(key, client)
  return client
}

/** Returns the control API of the world at a base URL. Default: the shown world. */
export const controlAtRoot = (root: string): ControlClient =>
  clients.get(`${root}\n${token.peek()}`) ?? platform.peek().control

/** Whether this page knows that the world has existed. Always false in a demo and for a proxy. */
export const isKnownWorld = (root: string): boolean =>
  !isDemo && host.isProxy !== true && knownWorlds.has(root)

/** Records that the shown world has responded. From now on, no request of the page creates it. */
export function markWorldKnown(): void {
  knownWorlds.add(platform.peek().root)
  respondedAt = Date.now()
}

/** Creates the shown world again, after somebody deleted it. */
export async function recreateWorld(): Promise<void> {
  const { world: name = 'default', control } = platform.peek()
  try {
    await control.call('POST worlds', { body: { name } })
  } catch (error) {
    // A refusal can mean that another client created the world first. `probeAccess` finds out.
    if (!(error instanceof ControlError)) return
  }
  await probeAccess()
  announceReturn()
}

const platform = computed<Platform>(() => {
  const name = isDemo ? undefined : worldName.value
  const root = worldUrl(name)
  const { access, refusalMessage } = probeOf(root)
  return {
    base,
    world: name,
    root,
    control: controlOfWorld(name),
    hasControl: access === 'open' || (wasEverOpen && goneAccessValues.has(access)),
    access,
    refusalMessage,
    isTokenProtected: access === 'needs-token' || token.value !== undefined,
  }
})

/** Returns the server and the shown world. Renders the component again when they change. */
export const usePlatform = (): Platform => platform.value

/** Checks whether the page can use the control API with its token. */
export async function probeAccess(): Promise<void> {
  const isShut =
    token.value === undefined && (serverAccess === 'needs-token' || serverAccess === 'off')
  const next: ProbeResult = isShut ? { access: serverAccess } : await probeWithToken(token.value)
  if (next.access === 'open') respondedAt = Date.now()
  // An unchanged result must not update the signal: an update restarts the streams of pages.
  if (isSameJson(next, lastProbe.value)) return
  wasEverOpen ||= next.access === 'open'
  lastProbe.value = next
}

/** The values of `Access` that mean that the server or the world is gone. */
export const goneAccessValues: ReadonlySet<Access> = new Set(['ended', 'deleted', 'lost'])
let wasEverOpen = false
let respondedAt = Date.now()

/** The time of the last response of the server and the world, in milliseconds since 1970. */
export const lastResponseAt = (): number => respondedAt

/**
 * Counts the changes of the world that this page has noticed, including those by other tabs and
 * clients. Pages fetch their data again when the count changes.
 */
export const worldChangeCount = signal(0)

/** Counts how often the server or the world came back. The data of the world may be lost. */
export const serverReturnCount = signal(0)

/** Records that the server or the world came back, so that pages fetch their data again. */
export function announceReturn(): void {
  serverReturnCount.value++
  worldChangeCount.value++
}

/** Whether the server or the shown world was gone at the last check. */
export const isServerOrWorldGone = (): boolean => goneAccessValues.has(platform.peek().access)

/** Whether the page still shows the world at a base URL. */
export const isShownWorld = (root: string): boolean => platform.peek().root === root

/** Stores a token if the control API accepts the token. Returns whether it was accepted. */
export async function unlock(candidate: string): Promise<boolean> {
  const result = await probeWithToken(candidate)
  if (result.access !== 'open') return false
  wasEverOpen = true
  token.value = candidate
  writeStored('control-token', candidate)
  lastProbe.value = result
  return true
}

export async function lock(): Promise<void> {
  token.value = undefined
  writeStored('control-token', undefined)
  await probeAccess()
}

/** The result of one check of the access to the control API. */
type ProbeResult = {
  readonly access: Access
  readonly refusalMessage?: string
  /** The base URL of the world that was deleted. */
  readonly deletedRoot?: string
}

/**
 * Returns the last result for a world. If the check found another world deleted, this one is
 * `open`.
 */
const probeOf = (root: string): ProbeResult =>
  (lastProbe.value.deletedRoot ?? root) === root ? lastProbe.value : { access: 'open' }

/** A server that does not respond within this many milliseconds counts as lost. */
export const responseTimeout = 10_000

async function probeWithToken(candidate: string | undefined): Promise<ProbeResult> {
  const { root, control: ofWorld } = platform.peek()
  const deadline = AbortSignal.timeout(responseTimeout)
  try {
    const control = createControlClient(worldUrl(undefined), candidate)
    // Reads the list of worlds, because this request creates no world.
    await (isDemo
      ? fetchVisitorWorld(control, deadline)
      : host.isProxy === true
        ? readProxyStatus(control, deadline)
        : control.call('GET worlds', { signal: deadline }))
    if (isKnownWorld(root)) await ofWorld.call('GET clock', { signal: deadline })
    return { access: 'open' }
  } catch (error) {
    if (!(error instanceof ControlError)) return { access: 'lost' }
    const refusals = isDemo ? accessByVisitorStatus : accessByListStatus
    const access = refusals[error.status] ?? 'lost'
    const isWithoutCookie = isDemo && error.status === 401
    return {
      access,
      ...(access === 'deleted' && { deletedRoot: root }),
      refusalMessage: isWithoutCookie
        ? 'Your browser did not send the cookie of this demo. Allow cookies for this site.'
        : error.message,
    }
  }
}

/** The access that follows from the HTTP status of a refusal. Any other status means `lost`. */
const accessByListStatus: Readonly<Record<number, Access>> = {
  401: 'needs-token',
  403: 'off',
  410: 'deleted',
}
/** The same for a demo. The status 429 is only a rate limit, so the access is `open`. */
const accessByVisitorStatus: Readonly<Record<number, Access>> = {
  401: 'ended',
  403: 'off',
  410: 'ended',
  429: 'open',
}
