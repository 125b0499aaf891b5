import type { Mounted } from '../../support/transports.ts'
import { keyOf, visit } from '../../support/visitor.ts'
import type { Probes } from './probe.ts'

const origin = 'http://localhost:3000'

/** The response to a preflight, and the origin that it allows. */
async function preflight(mounted: Mounted, from: string) {
  const headers = { origin: from, 'access-control-request-method': 'GET' }
  const response = await visit(mounted).open('OPTIONS /api/agents', { headers })
  const allowed = response.headers.get('access-control-allow-origin')
  return [response.status, await response.text(), allowed]
}

export const httpProbes: Probes<'http'> = {
  'http.cors-origins': {
    look: async (mounted) =>
      [await preflight(mounted, origin), await preflight(mounted, 'https://else.test')].map(
        ([, , allowed]) => allowed,
      ),
    shows: { any: [origin, 'https://else.test'], listed: [origin, null] },
    values: { listed: [origin] },
  },
  'http.preflight': {
    look: (mounted) => preflight(mounted, origin),
    shows: { empty: [204, '', origin], text: [200, 'OK', origin] },
  },
  'http.trailing-slash': {
    async look(mounted) {
      const path = '/api/agents/?size=1'
      const response = await visit(mounted, keyOf(mounted, 'full')).open(`GET ${path}`, {
        redirect: 'manual',
      })
      const location = response.headers.get('location')
      if (location === null) return [response.status, null]
      const { pathname, search } = new URL(location, `http://fake.test${path}`)
      return [response.status, pathname + search]
    },
    shows: {
      served: [200, null],
      redirect: [307, '/api/agents?size=1'],
      missing: [404, null],
    },
  },
  'http.head': {
    look: async (mounted) => {
      const response = await visit(mounted, keyOf(mounted, 'full')).open('HEAD /api/agents')
      return [response.status, await response.text()]
    },
    shows: { refused: [405, ''], 'as-get': [200, ''] },
  },
  'http.allow': {
    look: async (mounted) =>
      (await visit(mounted).call('PUT /api/conversations')).headers.get('allow'),
    shows: { all: 'GET, POST', one: 'GET' },
  },
  'http.headers': {
    look: async (mounted) =>
      (await visit(mounted).call('GET /api/version')).headers.get('x-powered-by'),
    shows: { none: null, fixed: 'Platform' },
    values: { fixed: { 'X-Powered-By': 'Platform' } },
  },
}
