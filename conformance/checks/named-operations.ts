import { checks, corePlan } from '../session/check.ts'
import type { RequestSpec } from '../session/exchange.ts'
import { sendAsUser } from '../setup/credentials.ts'
import { unknownRoute, unknownUuid } from '../setup/unknown-resources.ts'

/** No resource has this id, so nothing is changed. */
const noSuchId = unknownUuid
/** An invalid body, so that nothing is created. */
const invalidBody = { name: { a: 1 } }

const get = (path: string): RequestSpec => ({ method: 'GET', path })
const send = (method: string, path: string, body: unknown = {}): RequestSpec => ({
  method,
  path,
  body,
})

/** Requests to the operations that the specification names without a description. */
const named: readonly RequestSpec[] = [
  get('/api/connectors'),
  send('POST', '/api/connectors', invalidBody),
  get(`/api/connectors/${noSuchId}`),
  send('PUT', `/api/connectors/${noSuchId}`, invalidBody),
  send('DELETE', `/api/connectors/${noSuchId}`),
  send('POST', `/api/connectors/${noSuchId}/toggle`),
  send('POST', `/api/knowledge-bases/${noSuchId}/toggle`),
  send('PUT', `/api/mcp-servers/${noSuchId}/my-credentials`),
  get('/api/channels'),
  send('POST', '/api/channels', invalidBody),
  get(`/api/channels/${noSuchId}`),
  send('PATCH', `/api/channels/${noSuchId}`, invalidBody),
  send('DELETE', `/api/channels/${noSuchId}`),
  send('POST', `/api/channels/${noSuchId}/callback`),
  send('POST', `/api/confirmations/${noSuchId}/respond`),
  send('POST', `/api/workflows/${noSuchId}/batch-run`),
  send('DELETE', `/api/workflows/${noSuchId}/runs/${noSuchId}`),
  get('/api/admin/users'),
  get('/api/admin/stats'),
]

const titleOf = ({ method, path }: RequestSpec) => `${method} ${path.replaceAll(noSuchId, '{id}')}`

/** Observes which of the operations exist that the specification only names (4.7). */
export const namedOperationChecks = checks(corePlan, {
  'operations.are-there-by-name': {
    level: 'observe',
    rule: 'operations.named',
    run: async (session) => {
      const missingRoute = await unknownRoute(session)
      const found: Record<string, string> = {}
      for (const request of named) {
        const exchange = await sendAsUser(session, request)
        const isThere = exchange.status !== 404 || !missingRoute.matches(exchange)
        found[titleOf(request)] = isThere ? `there (${exchange.status})` : 'not found here'
      }
      return found
    },
  },
})
