import { member } from '../json.ts'
import type { JsonObject } from '../json.ts'
import type { Exchange } from '../exchange.ts'
import type { Lab } from '../lab.ts'
import { isAccepted, skip } from '../must.ts'
import { bearer } from '../setup/credentials.ts'
import { readList } from '../setup/lists.ts'
import { itemsIn, type Observers, seen } from './observer.ts'

const plan = 'core'

/** What is seen on a channel and a server that are made for it, switched off, and removed (4.7). */
export const ownConnectionObservers = {
  'channels.creation-status': {
    plan,
    look: async ({ lab, option }) => {
      const isRequired = (await option('channels.organization')) === 'required'
      const [organization] = isRequired ? itemsIn(await readList(lab, '/api/orgs', '')) : []
      const exchange = await post(lab, '/api/channels', {
        name: lab.name('channel'),
        type: 'slack',
        is_active: false,
        ...(organization && { org_id: organization['id'] }),
      })
      if (exchange.status === 200 || exchange.status === 201) {
        return seen(exchange, `${exchange.status}`)
      }
      return skip(`status ${exchange.status}`)
    },
  },
  'mcp-servers.stored-credentials': {
    plan,
    look: async ({ lab }) => {
      const server = await post(lab, '/api/mcp-servers', {
        name: lab.name('server'),
        transport: 'streamable_http',
        url: 'https://conformance.invalid/mcp',
        is_active: false,
      })
      const id = member(member(server.json, 'data') ?? server.json, 'id')
      if (typeof id !== 'string') skip(`status ${server.status} for a server of our own`)
      const path = `/api/mcp-servers/${encodeURIComponent(id.toWellFormed())}/my-credentials`
      const body = { headers: { [headerName]: headerValue } }
      const stored = await lab.send({ method: 'PUT', path, bearer: await bearer(lab), body })
      if (!isAccepted(stored)) skip(`status ${stored.status} for storing credentials`)
      const exchange = await lab.send({ method: 'GET', path, bearer: await bearer(lab) })
      if (!isAccepted(exchange)) skip(`status ${exchange.status}`)
      if (exchange.text.includes(headerValue)) return seen(exchange, 'clear')
      const isKept = exchange.text.toLowerCase().includes(headerName)
      return isKept ? seen(exchange, 'names') : skip('nothing was stored')
    },
  },
} as const satisfies Observers

const headerName = 'x-conformance'
const headerValue = 'not-a-secret-of-anyone'

const post = async (lab: Lab, path: string, body: JsonObject): Promise<Exchange> =>
  lab.send({ method: 'POST', path, bearer: await bearer(lab), body })
