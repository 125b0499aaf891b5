import { expect, it } from 'vitest'
import { describeTransports } from '../../support/transports.ts'
import { keyOf, visit } from '../../support/visitor.ts'

const origin = 'http://localhost:3000'

describeTransports('a browser of another origin', (mount) => {
  it.each([
    ['/api/react', 'POST', 'content-type,x-timezone'],
    ['/api/chat/resume', 'POST', 'authorization,content-type'],
    ['/api/conversations/some-id', 'PATCH', 'authorization,content-type,x-understudy-world'],
    ['/api/me/api-keys/some-id', 'DELETE', 'authorization'],
    ['/api/nothing', 'GET', 'x-anything'],
  ])(
    'a browser of another origin is allowed to call %s with %s and %s',
    async (path, method, requested) => {
      const mounted = await mount()
      const response = await visit(mounted).open(`OPTIONS ${path}`, {
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': requested,
        },
      })
      expect([response.status, await response.text()]).toEqual([204, ''])
      const granted = (name: string) => response.headers.get(`access-control-allow-${name}`)
      expect(granted('origin')).toBe(origin)
      expect(granted('credentials')).toBe('true')
      expect(granted('methods')?.split(', ')).toContain(method)
      expect(granted('headers')).toBe(requested)
      expect(response.headers.get('access-control-max-age')).toBe('600')
    },
  )

  it.each([
    ['GET /api/agents', 200],
    ['GET /api/nothing', 404],
    ['DELETE /api/agents', 405],
    ['POST /api/react', 422],
  ])(
    'a browser of another origin can read the response to %s with status %i',
    async (operation, expected) => {
      const mounted = await mount()
      const { status, headers } = await visit(mounted, keyOf(mounted, 'full')).call(operation, {
        headers: { origin },
      })
      expect(status).toBe(expected)
      expect(headers.get('access-control-allow-origin')).toBe(origin)
      expect(headers.get('vary')).toBe('Origin')
    },
  )

  it('a browser of another origin can read a stream', async () => {
    const mounted = await mount()
    const body = { q: 'Hi', token: keyOf(mounted, 'full') }
    const response = await visit(mounted).open('POST /api/react', { body, headers: { origin } })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(await response.text()).toContain('event: end')
  })

  it('a response to a request without an Origin header has no CORS headers', async () => {
    const { headers } = await visit(await mount()).call('GET /api/agents')
    expect(headers.has('access-control-allow-origin')).toBe(false)
  })
})
