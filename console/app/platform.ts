import { computed, signal } from '@preact/signals'
import { type ControlClient, ControlError, createControlClient } from '../control/client.ts'
import { worldName } from './location.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { isDemo, fetchVisitorWorld } from './visitor.ts'

/**
 * Whether the page may steer: not known yet, open, closed until a token comes, off for good, without
 * the world of a visitor, or nobody answers.
 */
export type Access = 'unknown' | 'open' | 'needs-token' | 'off' | 'ended' | 'lost'

/** The server that the page came from, and the world that it shows. */
export type Platform = {
  /** Where the page was reached, with the prefix of a proxy; it ends with a slash. */
  readonly base: URL
  /** The name of the world; `undefined` is the default one. */
  readonly world: string | undefined
  /** The base URL of that world, without a slash at its end: what a client of it is given. */
  readonly root: string
  /** The control API of that world. */
  readonly control: ControlClient
  /** What the control API tells of the world under: how to sign in to it, and how it stands. */
  readonly worldInfoPath: string
  readonly hasControl: boolean
  readonly access: Access
  /** Why the page may not steer, in the words of the server. */
  readonly refusal: string | undefined
  /** Whether the control API was opened with a token. */
  readonly isTokenProtected: boolean
}

/** What the server wrote into its page: then nobody has to run into a refusal to find out. */
const serverHint = document.documentElement.dataset['control']

const base = new URL('.', document.baseURI)
// A visitor has a cookie, which leads to one world alone.
const token = signal(isDemo ? undefined : readStored('control-token'))
const probed = signal<ProbeResult>({ access: 'unknown' })

/** The base URL of a world, without a slash at its end. */
export const worldUrl = (name: string | undefined): string =>
  name === undefined
    ? base.href.replace(/\/$/, '')
    : new URL(`w/${encodeURIComponent(name)}`, base).href

const platform = computed<Platform>(() => {
  const name = isDemo ? undefined : worldName.value
  const root = worldUrl(name)
  return {
    base,
    world: name,
    root,
    worldInfoPath: isDemo ? 'visitor' : `worlds/${encodeURIComponent(name ?? 'default')}`,
    control: createControlClient(root, token.value),
    hasControl: probed.value.access === 'open',
    access: probed.value.access,
    refusal: probed.value.refusal,
    isTokenProtected: probed.value.access === 'needs-token' || token.value !== undefined,
  }
})

/** The server and the world; a component that uses it is drawn anew when they change. */
export const usePlatform = (): Platform => platform.value

/** Finds out whether the page may steer, with the token that it has. */
export async function probeAccess(): Promise<void> {
  const closed = token.value === undefined && (serverHint === 'needs-token' || serverHint === 'off')
  const next: ProbeResult = closed ? { access: serverHint } : await accessWith(token.value)
  // To find the same again changes nothing: what pages follow goes on.
  if (next.access !== probed.value.access || next.refusal !== probed.value.refusal)
    probed.value = next
}

/** Takes a token if it opens the control API; says whether it does. */
export async function unlock(given: string): Promise<boolean> {
  const tried = await accessWith(given)
  if (tried.access !== 'open') return false
  token.value = given
  writeStored('control-token', given)
  probed.value = tried
  return true
}

/** Forgets the token. */
export async function lock(): Promise<void> {
  token.value = undefined
  writeStored('control-token', undefined)
  await probeAccess()
}

/** What asking once found out. */
type ProbeResult = { readonly access: Access; readonly refusal?: string }

async function accessWith(asked: string | undefined): Promise<ProbeResult> {
  try {
    const control = createControlClient(worldUrl(undefined), asked)
    // Listing worlds makes none.
    await (isDemo ? fetchVisitorWorld(control) : control.get('worlds'))
    return { access: 'open' }
  } catch (error) {
    if (!(error instanceof ControlError)) return { access: 'lost' }
    const refusals = isDemo ? visitorRefusals : listRefusals
    const uncookied = isDemo && error.status === 401
    return {
      access: refusals[error.status] ?? 'lost',
      refusal: uncookied ? 'Your browser sent no cookie of it: allow cookies here.' : error.message,
    }
  }
}

/** What a refusal to list worlds says; all else was said by something between page and server. */
const listRefusals: Readonly<Record<number, Access>> = { 401: 'needs-token', 403: 'off' }
/** The same of a refusal to tell of the visitor; who calls too often still has a world. */
const visitorRefusals: Readonly<Record<number, Access>> = {
  401: 'ended',
  403: 'off',
  410: 'ended',
  429: 'open',
}
