import { computed, signal } from '@preact/signals'
import { type Control, ControlRefusal, createControl } from './control.ts'
import { world } from './location.ts'
import { recall, remember } from './memory.ts'

/**
 * Whether the page may steer: not known yet, open, closed until a token comes, off for good, or nobody
 * answers.
 */
export type Access = 'unknown' | 'open' | 'needs-token' | 'off' | 'lost'

/** The server that the page came from, and the world that it shows. */
export type Platform = {
  /** Where the page was reached, with the prefix of a proxy; it ends with a slash. */
  readonly base: URL
  /** The name of the world; `undefined` is the default one. */
  readonly world: string | undefined
  /** The base URL of that world, without a slash at its end: what a client of it is given. */
  readonly root: string
  /** The control API of that world. */
  readonly control: Control
  readonly hasControl: boolean
  readonly access: Access
  /** Why the page may not steer, in the words of the server. */
  readonly refusal: string | undefined
  /** Whether the control API was opened with a token. */
  readonly guarded: boolean
}

/** What the server wrote into its page: then nobody has to run into a refusal to find out. */
const told = document.documentElement.dataset['control']

const base = new URL('.', document.baseURI)
const token = signal(recall('control-token'))
const found = signal<Found>({ access: 'unknown' })

/** The base URL of a world, without a slash at its end. */
export const rootOf = (name: string | undefined): string =>
  name === undefined
    ? base.href.replace(/\/$/, '')
    : new URL(`w/${encodeURIComponent(name)}`, base).href

const platform = computed<Platform>(() => {
  const root = rootOf(world.value)
  return {
    base,
    world: world.value,
    root,
    control: createControl(root, token.value),
    hasControl: found.value.access === 'open',
    access: found.value.access,
    refusal: found.value.refusal,
    guarded: found.value.access === 'needs-token' || token.value !== undefined,
  }
})

/** The server and the world; a component that uses it is drawn anew when they change. */
export const usePlatform = (): Platform => platform.value

/** Finds out whether the page may steer, with the token that it has. */
export async function probeAccess(): Promise<void> {
  const closed = token.value === undefined && (told === 'needs-token' || told === 'off')
  found.value = closed ? { access: told } : await accessWith(token.value)
}

/** Takes a token if it opens the control API; says whether it does. */
export async function unlock(given: string): Promise<boolean> {
  const tried = await accessWith(given)
  if (tried.access !== 'open') return false
  token.value = given
  remember('control-token', given)
  found.value = tried
  return true
}

/** Forgets the token. */
export async function lock(): Promise<void> {
  token.value = undefined
  remember('control-token', undefined)
  await probeAccess()
}

/** What asking once found out. */
type Found = { readonly access: Access; readonly refusal?: string }

async function accessWith(asked: string | undefined): Promise<Found> {
  try {
    // Listing worlds makes none.
    await createControl(rootOf(undefined), asked).get('worlds')
    return { access: 'open' }
  } catch (error) {
    if (!(error instanceof ControlRefusal)) return { access: 'lost' }
    return { access: refusals[error.status] ?? 'lost', refusal: error.message }
  }
}

/** What a refusal to list worlds says; all else was said by something between page and server. */
const refusals: Readonly<Record<number, Access>> = { 401: 'needs-token', 403: 'off' }
