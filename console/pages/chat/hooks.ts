import { useLayoutEffect, useRef, useEffect } from 'preact/hooks'
import { setParams, pageLocation } from '../../app/location.ts'
import type { Thread } from './model/thread.ts'

/** How near to its end an element counts as scrolled to it, in pixels. */
const endDistance = 24

/**
 * Keeps a scrolling element at its end while `news` comes. Whoever scrolled up to read is left
 * there, until another `subject` is shown.
 */
export function useScrollToEnd(subject: unknown, ...news: readonly unknown[]) {
  const place = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  useLayoutEffect(() => {
    isFollowing.current = true
  }, [subject])
  useLayoutEffect(() => {
    const element = place.current
    if (element !== null && isFollowing.current) element.scrollTop = element.scrollHeight
  }, [subject, ...news])
  const onScroll = () => {
    const element = place.current
    if (element === null) return
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight
    isFollowing.current = distance < endDistance
  }
  return { ref: place, onScroll }
}

/** Lets the address name the conversation: a reload, or a link of another page, opens it. */
export function useConversationParam(thread: Thread): void {
  const id = thread.id.value
  const wanted = pageLocation.value.params.get('conversation') ?? undefined
  const isFirst = useRef(true)
  useEffect(() => {
    const isAsked = isFirst.current && wanted !== undefined
    isFirst.current = false
    if (wanted === id) return
    if (isAsked) void thread.open(wanted)
    else setParams({ conversation: id })
  }, [id])
}
