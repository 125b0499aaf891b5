import { http } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it } from 'vitest'
import { handlers } from '../mocks/adapters/msw.ts'
import { mountInProcess } from './transports.ts'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

function intercept(...given: Parameters<typeof setupServer>) {
  const server = setupServer(...given)
  server.listen({ onUnhandledFrame: 'error' })
  open.push(() => server.close())
}

describe('the handlers for MSW', () => {
  it('answer for any origin where none is named', async () => {
    intercept(...handlers(mountInProcess().fake))
    for (const base of ['http://one.test', 'https://two.test:8443', 'http://three.test/w/red'])
      expect((await fetch(`${base}/api/agents`)).status).toBe(401)
  })

  it.each(['http://one.test', 'http://one.test/'])(
    'leave other origins alone where %s is named',
    async (baseUrl) => {
      const other = http.get('http://two.test/api/agents', () => new Response('mine'))
      intercept(...handlers(mountInProcess().fake, { baseUrl }), other)
      expect((await fetch('http://one.test/api/agents')).status).toBe(401)
      expect(await (await fetch('http://two.test/api/agents')).text()).toBe('mine')
    },
  )

  it('let a handler before them answer in their place', async () => {
    const first = http.get('*/api/agents', () => new Response('', { status: 503 }))
    intercept(first, ...handlers(mountInProcess().fake))
    expect((await fetch('http://one.test/api/agents')).status).toBe(503)
    expect((await fetch('http://one.test/api/conversations')).status).toBe(401)
  })
})
