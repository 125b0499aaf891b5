import { expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { type Reader, readerOf } from '../../support/stream-reader.ts'
import { type Mounted, mountInProcess } from '../../support/transports.ts'
import { keyOf, visit } from '../../support/visitor.ts'

async function follow({ fake }: Mounted, query = ''): Promise<Reader> {
  const leaving = new AbortController()
  const url = `http://platform.test/__control/journal?follow${query}`
  return readerOf(await fake.fetch(new Request(url, { signal: leaving.signal })), leaving)
}

const numbersIn = (events: Awaited<ReturnType<Reader['until']>>) =>
  events.map(({ event, data }) => [event, data['number']])

it('a journal stream sends each request after its response, and each stream after its end', async () => {
  const mounted = mountInProcess()
  const reader = await follow(mounted)
  await visit(mounted).call('GET /api/nope')
  expect(numbersIn(await reader.until(1))).toEqual([['call', 1]])
  await visit(mounted, keyOf(mounted, 'full')).stream('POST /api/react', { body: { q: 'Hi' } })
  expect(numbersIn(await reader.until(3)).slice(1)).toEqual([
    ['call', 2],
    ['stream-ended', 2],
  ])
  await reader.leave()
})

it('a journal stream can start with earlier requests, and applies its filter', async () => {
  const mounted = mountInProcess()
  const [visitor, open] = [visit(mounted), 'GET /api/version']
  for (const operation of ['GET /api/nope', open, 'GET /api/nope', open])
    await visitor.call(operation)
  const reader = await follow(mounted, '&since=1&status=4xx')
  await visitor.call('GET /api/nope')
  expect(numbersIn(await reader.until(2))).toEqual([
    ['call', 3],
    ['call', 5],
  ])
  await reader.leave()
})

it('a client that stops following the journal leaves nothing behind', async () => {
  const systemClock = createManualClock()
  const mounted = mountInProcess({ systemClock })
  const reader = await follow(mounted)
  const next = reader.until(1).catch(() => 'gone')
  expect(mounted.fake.world().journal.watchers).toBe(1)
  await reader.leave()
  await next
  expect([mounted.fake.world().journal.watchers, systemClock.waiting]).toEqual([0, 0])
})

it('a journal stream sends keepalive comments, and ends with the world', async () => {
  const systemClock = createManualClock()
  const mounted = mountInProcess({ systemClock })
  const url = 'http://platform.test/__control/journal?follow'
  const response = await mounted.fake.fetch(new Request(url))
  const body = response.body?.getReader()
  const silent = body?.read()
  systemClock.pass(ownLimits.keepaliveMs)
  expect(new TextDecoder().decode((await silent)?.value)).toBe(': keepalive\n\n')
  const last = body?.read()
  mounted.fake.world().close()
  expect((await last)?.done).toBe(true)
})

it('a slow client of a journal stream loses the oldest requests, and receives their number', async () => {
  const mounted = mountInProcess()
  const reader = await follow(mounted)
  for (let call = 0; call < ownLimits.journalQueue + 3; call++)
    await visit(mounted).call('GET /api/agents')
  const [lost, first] = await reader.until(2)
  expect([lost?.event, lost?.data, first?.data['number']]).toEqual(['lost', { events: 3 }, 4])
  await reader.leave()
})

it('a journal accepts a limited number of readers, and a further reader after one has left', async () => {
  const mounted = mountInProcess()
  const readers: Reader[] = []
  for (let count = 0; count < ownLimits.journalReaders; count++) readers.push(await follow(mounted))
  const status = async () => {
    const leaving = new AbortController()
    const request = new Request('http://platform.test/__control/journal?follow', leaving)
    const response = await mounted.fake.fetch(request)
    await response.body?.cancel()
    return response.status
  }
  expect(await status()).toBe(503)
  await readers.pop()?.leave()
  expect(await status()).toBe(200)
  for (const reader of readers) await reader.leave()
})
