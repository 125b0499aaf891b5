import { demo } from '../../support/transports.ts'
import { login, signIn, visit } from '../../support/visitor.ts'
import type { Probes } from './probe.ts'

const helpCentre = demo.knowledge_bases.find(({ name }) => name === 'Help centre')

export const portalProbes: Probes<'versioning' | 'sessions' | 'knowledge-bases'> = {
  'versioning.published': {
    look: async (mounted) =>
      (await visit(mounted).call<{ version: string }>('GET /api/version')).json.version,
    shows: { '0.8.0': '0.8.0', '0.8.9': '0.8.9', release: '0.8.5' },
    values: { release: '0.8.5' },
  },
  'sessions.revocation': {
    async look(mounted) {
      const { access_token, refresh_token } = await login(mounted)
      const visitor = visit(mounted, access_token)
      await visitor.call('POST /api/me/sessions/revoke-all')
      const refreshed = await visitor.call('POST /api/auth/refresh', { body: { refresh_token } })
      return [(await visitor.call('GET /api/auth/me')).status, refreshed.status]
    },
    shows: { access: [401, 200], all: [401, 401] },
  },
  'knowledge-bases.retrieval-reach': {
    async look(mounted) {
      const operation = `POST /api/knowledge-bases/${helpCentre?.id}/retrieve`
      const ask = async (user: string) =>
        (await (await signIn(mounted, user)).call(operation, { body: { query: 'sensor' } })).status
      return [await ask('demo'), await ask('other')]
    },
    shows: { visible: [200, 200], owner: [200, 404] },
  },
}
