import type { Check } from '../session/check.ts'
import type { RequestSpec } from '../session/exchange.ts'
import { userCredential } from '../setup/credentials.ts'
import { unknownRoute, unknownUuid } from '../setup/unknown-resources.ts'

/** No resource has this id, so that nothing is changed. */
const nobody = unknownUuid
/** Refused by whoever reads it: nothing is made, whatever else is left open. */
const senseless = { name: { a: 1 } }

const get = (path: string): RequestSpec => ({ method: 'GET', path })
const send = (method: string, path: string, body: unknown = {}): RequestSpec => ({
  method,
  path,
  body,
})

/** The operations that the specification names without a shape. */
const named: readonly RequestSpec[] = [
  get('/api/connectors'),
  send('POST', '/api/connectors', senseless),
  get(`/api/connectors/${nobody}`),
  send('PUT', `/api/connectors/${nobody}`, senseless),
  send('DELETE', `/api/connectors/${nobody}`),
  send('POST', `/api/connectors/${nobody}/toggle`),
  send('POST', `/api/knowledge-bases/${nobody}/toggle`),
  send('PUT', `/api/mcp-servers/${nobody}/my-credentials`),
  get('/api/channels'),
  send('POST', '/api/channels', senseless),
  get(`/api/channels/${nobody}`),
  send('PATCH', `/api/channels/${nobody}`, senseless),
  send('DELETE', `/api/channels/${nobody}`),
  send('POST', `/api/channels/${nobody}/callback`),
  send('POST', `/api/confirmations/${nobody}/respond`),
  send('POST', `/api/workflows/${nobody}/batch-run`),
  send('DELETE', `/api/workflows/${nobody}/runs/${nobody}`),
  get('/api/admin/users'),
  get('/api/admin/stats'),
]

const titleOf = ({ method, path }: RequestSpec) => `${method} ${path.replaceAll(nobody, '{id}')}`

/** Operations that are named without bodies and responses (4.7): which of them there are. */
export const namedOperationChecks: readonly Check[] = [
  {
    id: 'operations.are-there-by-name',
    level: 'observe',
    rule: 'operations.named',
    plan: 'core',
    needs: ['user'],
    run: async (lab) => {
      const credential = await userCredential(lab)
      const unknown = await unknownRoute(lab)
      const found: Record<string, string> = {}
      for (const ask of named) {
        const exchange = await lab.send({ ...ask, bearer: credential })
        const isThere = exchange.status !== 404 || !unknown.matches(exchange)
        found[titleOf(ask)] = isThere ? `there (${exchange.status})` : 'not found here'
      }
      return found
    },
  },
]
