import { demo, type Mounted } from '../../support/transports.ts'
import { type Enveloped, signIn } from '../../support/visitor.ts'
import type { Probes } from './probe.ts'

const channel = { name: 'Warehouse desk', type: 'slack' }
const server = { name: 'Files', transport: 'stdio', command: 'files-mcp' }

/** Records of the demo fixture that belong to users without a connection to its first user. */
const ofOthers = [
  `GET /api/orgs/${demo.organizations.find(({ name }) => name === 'Fernhollow Canada')?.id}`,
  `GET /api/connectors/${demo.connectors.find(({ name }) => name === 'Site calendar')?.id}`,
  `GET /api/channels/${demo.channels.find(({ name }) => name === 'Toronto crew')?.id}`,
]

const refusal = async (mounted: Mounted, operation: string, sent = {}) =>
  (await signIn(mounted)).refusal(operation, sent)

const addChannel = async (mounted: Mounted) =>
  (await signIn(mounted)).call<object>('POST /api/channels', { body: channel })

export const connectionProbes: Probes<'connections' | 'connectors' | 'mcp-servers' | 'channels'> = {
  'connections.of-others': {
    look: (mounted) => Promise.all(ofOthers.map((operation) => refusal(mounted, operation))),
    shows: {
      missing: ofOthers.map(() => [404, 'not_found']),
      forbidden: ofOthers.map(() => [403, 'forbidden']),
    },
  },
  'connections.partial-update': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const sent = { body: { ...server, description: 'Old' } }
      const { json } = await visitor.call<Enveloped<{ id: string }>>('POST /api/mcp-servers', sent)
      const change = { body: { name: 'Folders' } }
      const operation = `PUT /api/mcp-servers/${json.data.id}`
      const { status, text } = await visitor.call(operation, change)
      return [status, text.includes('Old')]
    },
    shows: { whole: [422, false], partial: [200, true] },
  },
  'connections.audience': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const sent = { body: { name: 'Rain', base_url: 'https://rain.example' } }
      const { json } = await visitor.call<Enveloped<{ id: string }>>('POST /api/connectors', sent)
      const operation = `POST /api/connectors/${json.data.id}/publish`
      const publish = async (body: object) => (await visitor.call(operation, { body })).status
      return [
        await publish({}),
        await publish({ scope: 'all' }),
        await publish({ scope: 'global' }),
      ]
    },
    shows: { visibility: [200, 200, 200], scope: [422, 400, 200] },
  },
  'connectors.missing-base-url': {
    look: (mounted) => refusal(mounted, 'POST /api/connectors', { body: { name: 'Weather' } }),
    shows: { bad_request: [400, 'bad_request'], validation: [422, undefined] },
  },
  'mcp-servers.stored-credentials': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const sent = { body: server }
      const { json } = await visitor.call<Enveloped<{ id: string }>>('POST /api/mcp-servers', sent)
      const path = `/api/mcp-servers/${json.data.id}/my-credentials`
      await visitor.call(`PUT ${path}`, { body: { env: { TOKEN: 'hush' } } })
      return (await visitor.call(`GET ${path}`)).text.includes('hush')
    },
    shows: { names: false, clear: true },
  },
  'channels.organization': {
    async look(mounted) {
      const [listed] = await refusal(mounted, 'GET /api/channels')
      return [listed, (await addChannel(mounted)).status]
    },
    shows: { optional: [200, 201], required: [422, 422] },
  },
  'channels.envelope': {
    look: async (mounted) => Object.keys((await addChannel(mounted)).json).slice(0, 2),
    shows: { enveloped: ['success', 'data'], bare: ['id', 'name'] },
  },
  'channels.creation-status': {
    look: async (mounted) => (await addChannel(mounted)).status,
    shows: { 201: 201, 200: 200 },
  },
}
