import { createContext } from 'preact'
import { useCallback, useLayoutEffect, useRef, useEffect } from 'preact/hooks'
import { setParams, pageLocation } from '../../app/location.ts'
import { cancelScrollToEnd, scrollToEnd } from '../../app/per-frame.ts'
import { type SessionStore, turnModes } from './model/session-store.ts'
import type { Thread } from './model/thread.ts'
import { signal } from '@preact/signals'
import { host } from '../../app/host.ts'
import { type Platform, usePlatform } from '../../app/platform.ts'
import { showNotice } from '../../app/site-notices.tsx'
import { showTourStep } from '../../app/tour.tsx'
import { errorMessage } from '../../control/hooks.ts'
import { refreshWorldStatus } from '../../control/world-status.ts'
import type { SentBody } from '../../../contract/control/operation.ts'
import type { ControlOperations } from '../../../contract/control/operations.ts'
import { isObject, parseJson } from '../../../contract/json.ts'
import type { Chat } from './model/chat.ts'

/** Components of the newest turn, such as the graph, call this function after they have grown. */
export const TurnGrowthContext = createContext<() => void>(() => undefined)

/** An element within this distance of its end, in pixels, counts as scrolled to its end. */
const maxEndDistance = 24

/**
 * Keeps an element scrolled to its end while it grows. Stops when the user scrolls up, or when a
 * new `revealed` object has been scrolled into view. A new `subject` starts the automatic scrolling
 * again.
 */
export function useScrollToEnd(subject: unknown, updates: readonly unknown[], revealed?: object) {
  const place = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const lastTop = useRef(0)
  useLayoutEffect(() => {
    isFollowing.current = true
  }, [subject])
  useLayoutEffect(() => {
    if (revealed === undefined || place.current === null) return
    isFollowing.current = false
    cancelScrollToEnd(place.current)
  }, [revealed])
  /** Scrolls to the end after the element has grown. */
  const onGrow = useCallback(() => {
    const element = place.current
    if (element !== null && isFollowing.current) scrollToEnd(element)
  }, [])
  useLayoutEffect(onGrow, [subject, ...updates])
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return undefined
    // The pane can be hidden while its content grows, because a narrow window shows only one pane.
    const observer = new ResizeObserver(onGrow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const onScroll = () => {
    const element = place.current
    if (element === null) return
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight
    // Growing content also increases the distance. So only scrolling up ends the automatic scroll.
    if (distance < maxEndDistance) isFollowing.current = true
    else if (element.scrollTop < lastTop.current) isFollowing.current = false
    lastTop.current = element.scrollTop
  }
  return { follow: { ref: place, onScroll }, isFollowing, onGrow }
}

/** Keeps the open conversation in the URL, so that a reload or a link opens it. */
export function useConversationParam(thread: Thread): void {
  const id = thread.id.value
  const requestedId = pageLocation.value.params.get('conversation') ?? undefined
  const lastRequested = useRef<string>(undefined)
  useEffect(() => {
    const isNewLink = requestedId !== undefined && requestedId !== lastRequested.current
    lastRequested.current = requestedId
    if (requestedId === id) return
    if (isNewLink) return void thread.open(requestedId)
    // The parameter that is set here must not be taken for a link when this effect runs again.
    lastRequested.current = id
    setParams({ conversation: id })
  }, [id, requestedId])
}

/**
 * Copies the question of a link, such as `#/chat?question=Hello&mode=react`, into the question
 * field.
 */
export function useLinkedQuestion({ draft }: SessionStore): void {
  const { params } = pageLocation.value
  const question = params.get('question')
  const mode = turnModes.find((one) => one === params.get('mode'))
  useEffect(() => {
    if (question === null) return
    draft.value = { ...draft.value, text: question, ...(mode !== undefined && { mode }) }
    setParams({ question: undefined, mode: undefined })
  }, [question])
}

/** The maximum number of characters of a question, a script or a profile in a link. */
const maxLinkCharacters = 65_536

/** How many parts of a link, such as the profile, have not been played yet. */
const waitingPartCount = signal(0)
let lastPart: Promise<void> = Promise.resolve()

/**
 * Plays a link to a static site, such as `#/chat?profile=…&script=…&ask=…`. `profile` and `script`
 * are names or JSON documents; `tour` is the number of a step. Signs in the first user. On a server
 * nothing is played, because the author of a link must not use the user's world and model.
 *
 * Returns false while the script of the link has to wait, for example for the sign-in.
 */
export function useSiteLink(chat: Chat): boolean {
  const platform = usePlatform()
  const { params } = pageLocation.value
  const [profile, script, ask, tour] = ['profile', 'script', 'ask', 'tour'].map((name) =>
    params.get(name),
  )
  const store = chat.session.value
  const isPlayed = host.site !== undefined && platform.hasControl
  useEffect(() => {
    if (!isPlayed) return
    if (tour != null) {
      setParams({ tour: undefined })
      showTourStep(Number(tour) - 1)
    } else if (profile != null) {
      setParams({ profile: undefined })
      enqueuePart(() => applyProfile(platform, profile))
    } else if (script != null && isJsonText(script)) {
      setParams({ script: undefined })
      enqueuePart(async () => setParams({ script: await addScript(platform, script) }))
    } else if ((script ?? ask) != null && store === undefined)
      enqueuePart(() => signIn(platform, chat))
    else if (ask != null) {
      setParams({ ask: undefined })
      enqueuePart(async () => store?.ask(requireLinkLength('question', ask), { isNew: true }))
    }
  }, [isPlayed, profile, script, ask, tour, store])
  const isFirst = profile != null || (script != null && isJsonText(script))
  return waitingPartCount.value === 0 && !(isPlayed && isFirst)
}

/** Plays the next part of a link. If it fails, the parts after it are dropped. */
function enqueuePart(play: () => Promise<void>): void {
  waitingPartCount.value += 1
  lastPart = lastPart
    .then(play)
    .catch((error: unknown) => {
      setParams({ ask: undefined, script: undefined })
      showNotice(`This link can't be played: ${errorMessage(error)}`)
    })
    .finally(() => (waitingPartCount.value -= 1))
}

async function applyProfile({ control }: Platform, text: string): Promise<void> {
  const document = isJsonText(text) ? parseObject('profile', text) : { profile: text }
  // The fake validates the profile.
  await control.call('PUT choices', {
    body: document as SentBody<ControlOperations['PUT choices']>,
  })
  await refreshWorldStatus(control)
}

/** Adds the script of a link to the world. Returns the name of the script. */
async function addScript({ control }: Platform, text: string): Promise<string> {
  const script = parseObject('script', text)
  await control.call('POST scenarios', {
    body: script as SentBody<ControlOperations['POST scenarios']>,
  })
  return String(script['name'])
}

async function signIn({ control, world = 'default' }: Platform, { auth }: Chat): Promise<void> {
  if (auth.client.value !== undefined || auth.needsCode.value) return
  const { users } = await control.call('GET worlds/{name}', { params: { name: world } })
  const [first] = users
  if (first !== undefined) await auth.signIn(first.email, first.password)
}

const isJsonText = (text: string) => /^\s*[[{]/.test(text)

function parseObject(what: string, text: string) {
  const value = parseJson(requireLinkLength(what, text))
  if (isObject(value)) return value
  throw new Error(`its ${what} is not a JSON object.`)
}

function requireLinkLength(what: string, text: string): string {
  if (text.length <= maxLinkCharacters) return text
  throw new Error(
    `its ${what} has ${text.length.toLocaleString('en')} characters, and a link can have at most ${maxLinkCharacters.toLocaleString('en')}.`,
  )
}
