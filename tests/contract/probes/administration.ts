import { signIn } from '../../support/visitor.ts'
import type { Probes } from './probe.ts'

export const administrationProbes: Probes<'administration'> = {
  'administration.envelope': {
    async look(mounted) {
      const { json } = await (await signIn(mounted)).call<object>('GET /api/admin/settings')
      return Object.keys(json)
    },
    shows: {
      enveloped: ['success', 'data'],
      bare: ['maintenance_mode', 'registration_enabled', 'default_token_quota'],
    },
  },
}
