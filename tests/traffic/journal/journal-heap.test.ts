import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { ownLimits } from '../../../contract/limits.ts'
import type { PlainRequest } from '../../../contract/plain-http.ts'
import { createFake } from '../../../mocks/fake.ts'
import { demo } from '../../support/transports.ts'

const fake = createFake({ fixture: demo })
const key = fake.world().keyring.valueOf(demo.showcase.keys['full'] ?? '')
const authorization = `Bearer ${key}`
const headers = [['authorization', authorization]] as const

/** A new request. Its texts are shared by all requests, so that they are not counted as garbage. */
const newCall = (): PlainRequest => ({
  method: 'GET',
  path: '/api/conversations',
  query: 'size=20',
  header: (name) => (name === 'authorization' ? authorization : undefined),
  headers: () => headers,
  signal: new AbortController().signal,
  read: () => Promise.resolve(new Uint8Array()),
})

async function callOften(calls: number): Promise<void> {
  for (let call = 0; call < calls; call++) await fake.handle(newCall())
}

setFlagsFromString('--expose-gc')
const collectYoung = runInNewContext("() => gc({ type: 'minor' })") as () => void

const used = (space: string) =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === space)?.space_used_size ??
  Number.NaN

it('a full journal creates almost no garbage besides the bodies that it records', async () => {
  const { body } = await fake.handle(newCall())
  const bodyBytes = typeof body === 'string' ? body.length : Number.NaN
  const calls = ownLimits.journalEntries
  await callOften(10 * calls)
  const kept: number[] = []
  for (let round = 0; round < 9; round++) {
    collectYoung()
    const before = used('old_space')
    await callOften(calls)
    collectYoung()
    kept.push((used('new_space') + used('old_space') - before) / calls)
  }
  // A round with a major garbage collection is not measured.
  const [, , , , median] = kept.toSorted((a, b) => a - b)
  expect(bodyBytes).toBeGreaterThan(1000)
  // The journal shares the text of the body with the response; a string has a header of 24 bytes.
  expect((median ?? Number.NaN) - bodyBytes).toBeLessThan(64)
})
