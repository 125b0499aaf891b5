import { createContext } from 'preact'
import { useCallback, useLayoutEffect, useRef, useEffect } from 'preact/hooks'
import { setParams, pageLocation } from '../../app/location.ts'
import { cancelScrollToEnd, scrollToEnd } from '../../app/per-frame.ts'
import { type SessionStore, turnModes } from './model/session-store.ts'
import type { Thread } from './model/thread.ts'

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
  return { follow: { ref: place, onScroll }, onGrow }
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
