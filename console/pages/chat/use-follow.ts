import { useLayoutEffect, useRef } from 'preact/hooks'

/** How near to its end an element counts as scrolled to it, in pixels. */
const near = 24

/**
 * Keeps a scrolling element at its end while `news` comes. Whoever scrolled up to read is left
 * there, until another `subject` is shown.
 */
export function useFollow(subject: unknown, ...news: readonly unknown[]) {
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
    isFollowing.current = distance < near
  }
  return { ref: place, onScroll }
}
