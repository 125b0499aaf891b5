import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { shortStory } from '../../support/short-story.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { mountInProcess } from '../../support/transports.ts'
import { keyOf, newConversation, visit } from '../../support/visitor.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

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
  return { fake: mounted.fake, systemClock, leaving, reader, waiting }
}

it('a reader that cancels the stream of a fetch disconnects from the turn', async () => {
  const { systemClock, reader, waiting } = await begin()
  await reader?.cancel()
  expect((await waiting)?.done).toBe(true)
  expect(systemClock.waiting).toBe(1)
})

it('a reader that has stopped reading keeps no timer when its fake is closed', async () => {
  const { fake, systemClock, waiting } = await begin()
  systemClock.pass(1000)
  await waiting
  fake.close()
  expect(systemClock.waiting).toBe(0)
})

it('a reader that aborts its fetch disconnects from the turn, and its stream rejects', async () => {
  const { systemClock, leaving, waiting } = await begin()
  leaving.abort()
  await expect(waiting).rejects.toThrow('aborted')
  expect(systemClock.waiting).toBe(1)
})

it('a reader that aborts its fetch disconnects, although its `Request` could have been garbage-collected', async () => {
  const mounted = mountInProcess({ speed: 1, systemClock: createManualClock() })
  const visitor = visit(mounted, keyOf(mounted, 'full'))
  const conversation_id = await newConversation(visitor)
  const turn = await visitor.read('POST /api/react', { body: { q: 'Hi', conversation_id } })
  await turn.until(1)
  await turn.leave()
  const leaving = new AbortController()
  const body = { conversation_id, cursor: -1 }
  const resumed = await visitor.open('POST /api/chat/resume', { body, signal: leaving.signal })
  const reader = resumed.body?.getReader()
  await reader?.read()
  for (let round = 0; round < 10; round += 1) {
    collectGarbage()
    await setImmediate()
  }
  leaving.abort()
  await expect(reader?.read()).rejects.toThrow('aborted')
  expect(mounted.fake.control().about().streams).toBe(0)
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

it('a fetch whose signal has aborted is refused with the reason, and changes nothing', async () => {
  const mounted = mountInProcess()
  const visitor = visit(mounted, keyOf(mounted, 'full'))
  const { journal, records } = mounted.fake.control()
  const before = records.list('conversations').total
  const reason = new Error('I left.')
  const sent = { body: { title: 'Never' }, signal: AbortSignal.abort(reason) }
  await expect(visitor.open('POST /api/conversations', sent)).rejects.toBe(reason)
  expect([records.list('conversations').total, journal.list()]).toEqual([before, []])
})

it('the fake produces no events of a fetch stream until the stream is read', async () => {
  const systemClock = createManualClock(Date.parse('2026-11-21T08:00:00.000Z'))
  const mounted = mountInProcess({ systemClock, scenarios: [shortStory], speed: 1 })
  await visit(mounted, keyOf(mounted, 'full')).open('POST /api/react', { body: { q: 'Tell me' } })
  expect(systemClock.waiting).toBe(1)
})
