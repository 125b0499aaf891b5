import { askForRefund, statusOf } from '../../support/refund.ts'
import { shippedScenarios } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'
import { signInLimited } from './account.ts'
import type { Probes } from './probe.ts'

const options = { scenarios: shippedScenarios }

export const approvalProbes: Probes<'approvals' | 'quotas'> = {
  'approvals.wait': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const { clock } = mounted.fake.world()
      clock.freeze()
      const { id } = await askForRefund(visitor)
      clock.advance(120_000)
      return statusOf(visitor, id)
    },
    shows: { '24h': 'pending', '120s': 'expired' },
    options,
  },
  'approvals.arguments': {
    async look(mounted) {
      const visitor = await signIn(mounted)
      const { id } = await askForRefund(visitor)
      const { json } = await visitor.call<{ arguments: object }>(`GET /api/confirmations/${id}`)
      return Object.keys(json.arguments).length > 0
    },
    shows: { told: true, empty: false },
    options,
  },
  'approvals.event-form': {
    async look(mounted) {
      const { reader } = await askForRefund(await signIn(mounted))
      const { timeout_at, channel_label } = await reader.untilEvent('awaiting_confirmation')
      return [String(timeout_at).slice(19).replace(/\.\d+/, ''), channel_label]
    },
    shows: { records: ['Z', null], plain: ['+00:00', ''] },
    options,
  },
  'quotas.unstored-turns': {
    async look(mounted) {
      const visitor = await signInLimited(mounted)
      await visitor.stream('POST /api/react', { body: { q: 'Hi' } })
      return (await visitor.open('POST /api/react', { body: { q: 'Hi' } })).status
    },
    shows: { count: 429, free: 200 },
  },
}
