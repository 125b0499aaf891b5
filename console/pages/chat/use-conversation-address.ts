import { useEffect, useRef } from 'preact/hooks'
import { ask, place } from '../../app/location.ts'
import type { Thread } from './model/thread.ts'

/** Lets the address name the conversation: a reload, or a link of another page, opens it. */
export function useConversationAddress(thread: Thread): void {
  const id = thread.id.value
  const wanted = place.value.params.get('conversation') ?? undefined
  const isFirst = useRef(true)
  useEffect(() => {
    const isAsked = isFirst.current && wanted !== undefined
    isFirst.current = false
    if (wanted === id) return
    if (isAsked) void thread.open(wanted)
    else ask({ conversation: id })
  }, [id])
}
