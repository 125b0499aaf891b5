import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { shortStory } from '../../support/short-story.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { mountInProcess } from '../../support/transports.ts'
import { keyOf, visit } from '../../support/visitor.ts'

/** A paused stream, and ways to disconnect from it. */
async function begin() {
  const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const mounted = mountInProcess({ systemClock, scenarios: [shortStory], speed: 1 })
  const leaving = new AbortController()
  const body = { q: 'Tell me' }
  const response = await visit(mounted, keyOf(mounted, 'full')).open('POST /api/react', {
    body,
    signal: leaving.signal,
  })
  const reader = response.body?.getReader()
  await reader?.read()
  const waiting = reader?.read()
  await setImmediate()
  // One timer of the clock, and one for keepalive comments.
  expect(systemClock.waiting).toBe(2)
  return { systemClock, leaving, reader, waiting }
}

it('a reader that cancels the stream of a fetch disconnects from the turn', async () => {
  const { systemClock, reader, waiting } = await begin()
  await reader?.cancel()
  expect((await waiting)?.done).toBe(true)
  expect(systemClock.waiting).toBe(1)
})

it('a reader that aborts its fetch disconnects from the turn, and its stream rejects', async () => {
  const { systemClock, leaving, waiting } = await begin()
  leaving.abort()
  await expect(waiting).rejects.toThrow('aborted')
  expect(systemClock.waiting).toBe(1)
})

it('a fetch that is aborted before its response gets a stream that rejects', async () => {
  const systemClock = createManualClock()
  const mounted = mountInProcess({ systemClock, scenarios: [shortStory], speed: 1 })
  const leaving = new AbortController()
  const sent = { body: { q: 'Tell me' }, signal: leaving.signal }
  const opening = visit(mounted, keyOf(mounted, 'full')).open('POST /api/react', sent)
  leaving.abort()
  await expect(opening.then((response) => response.text())).rejects.toThrow('aborted')
})

it('the fake produces no events of a fetch stream until the stream is read', async () => {
  const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const mounted = mountInProcess({ systemClock, scenarios: [shortStory], speed: 1 })
  await visit(mounted, keyOf(mounted, 'full')).open('POST /api/react', { body: { q: 'Tell me' } })
  expect(systemClock.waiting).toBe(1)
})
