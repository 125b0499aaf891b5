import { expect, it } from 'vitest'
import { toPlainRequest } from '../../../mocks/fetch.ts'
import type { StreamPart } from '../../../contract/plain-http.ts'
import { mountInProcess } from '../../support/transports.ts'
import { keyOf } from '../../support/visitor.ts'

it('the delivery log of a stream is closed when the last event has been sent', async () => {
  const mounted = mountInProcess()
  const { journal } = mounted.fake.world()
  const headers = {
    authorization: `Bearer ${keyOf(mounted, 'full')}`,
    'content-type': 'application/json',
  }
  const asked = { method: 'POST', headers, body: JSON.stringify({ q: 'Hi' }) }
  const { body } = await mounted.fake.handle(
    toPlainRequest(new Request('http://platform.test/api/react', asked)),
  )
  if (typeof body !== 'object') throw new Error('It is no stream.')
  let last: StreamPart | undefined
  while (body.isDone !== true) {
    expect(journal.get(1)?.deliveries?.state).toBe('open')
    last = await body.pull()
  }
  expect(last?.at(-1)).toMatchObject({
    event: 'end',
    text: expect.stringMatching(/event: end\ndata: .*\n\n$/),
  })
  expect(journal.get(1)?.deliveries?.state).toBe('end')
  expect(await body.pull()).toBeUndefined()
})
