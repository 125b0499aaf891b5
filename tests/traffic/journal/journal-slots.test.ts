import { describe, expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import { mountInProcess } from '../../support/transports.ts'
import { keyOf, signIn, visit } from '../../support/visitor.ts'

describe('a full journal', () => {
  it('a full journal has no data of dropped requests in new entries, and never changes entries that it returned', async () => {
    const mounted = mountInProcess()
    const visitor = await signIn(mounted)
    await visitor.call('POST /api/conversations?a=1', { body: { title: 'First' } })
    await visitor.call('GET /api/agents/none')
    await visit(mounted).call('GET /api/agents')
    const { journal } = mounted.fake.world()
    const given = journal.entries()
    const reported = given.map(({ number, path, query, outcome, explanation }) => {
      return { number, path, query, outcome, explanation }
    })
    expect(reported.map(({ outcome }) => outcome)).toEqual([
      'success',
      'success',
      'resource-missing',
      'credential-missing',
    ])
    for (let call = 0; call < ownLimits.journalEntries; call++)
      await visit(mounted).call(`GET /api/health?call=${call}`)
    for (const number of [1, 2, 3, 4]) expect(journal.get(number)).toBeUndefined()
    const [first] = journal.entries()
    expect(first).toMatchObject({ number: 5, path: '/api/health', query: 'call=0' })
    expect([first?.requestBody, first?.caller]).toEqual([undefined, undefined])
    expect(given).toMatchObject(reported)
  })

  it('a full journal reports the end of a stream whose entry it has dropped, and does not count its bytes', async () => {
    const mounted = mountInProcess({ speed: 1 })
    const world = mounted.fake.world()
    world.clock.freeze()
    const { journal } = world
    const reported: [string, number, string | undefined][] = []
    const ended = new Promise<void>((resolve) =>
      journal.watch((happened, { number, deliveries: ledger }) => {
        reported.push([happened, number, ledger?.state])
        if (happened === 'ended') resolve()
      }, resolve),
    )
    const visitor = visit(mounted, keyOf(mounted, 'full'))
    const reader = await visitor.read('POST /api/react', { body: { q: 'Where is my order?' } })
    world.clock.step()
    await reader.until(1)
    for (let call = 0; call < ownLimits.journalEntries; call++)
      await visitor.call('GET /api/agents/none')
    const before = journal.entries()
    const { bytes: weight } = world
    expect(before[0]?.number).toBe(2)
    await reader.leave()
    await ended
    expect([reported[0], reported.at(-1)]).toEqual([
      ['answered', 1, 'open'],
      ['ended', 1, 'left'],
    ])
    expect(journal.entries()).toEqual(before)
    expect(world.bytes).toBe(weight)
  })
})
