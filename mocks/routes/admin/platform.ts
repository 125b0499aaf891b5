import type * as z from 'zod/mini'
import { type auditQuery, settingsBody } from '../../../contract/operations/admin-bodies.ts'
import type { HealthComponent } from '../../../contract/records/figures.ts'
import type { Settings } from '../../../contract/records/settings.ts'
import { changeSettings, settingsOf, settingsView } from '../../platform/settings.ts'
import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { paginateArray } from '../paginate.ts'
import type { Route } from '../route.ts'

/** The platform itself: its settings, its health, and what was done to it. */
export const adminPlatformRoutes = {
  'admin.settings.read': ({ world }) => settingsView(world.store),
  'admin.settings.update': (visit) => {
    const given = Object.entries(visit.bodyAs(settingsBody))
    const change: Partial<Settings> = Object.fromEntries(
      given.filter(([, value]) => value !== null && value !== undefined),
    )
    return changeSettings(visit.world.store, change)
  },
  'admin.audit-log': (visit) => {
    const { action, actor_id } = visit.query as z.infer<typeof auditQuery>
    const entries = visit.world.store.auditLog
      .owned(everyone, 'newest')
      .filter((entry) => action === undefined || entry.action === action)
      .filter((entry) => actor_id === undefined || entry.actor_id === actor_id)
    return paginateArray(visit, entries)
  },
  'admin.health': (visit) => paginateArray(visit, healthOf(visit.world)),
} satisfies Record<string, Route>

function healthOf({ store, clock }: World): HealthComponent[] {
  const inMaintenance = settingsOf(store).maintenance_mode
  const component = (name: string, detail: string): HealthComponent => ({
    name,
    status: 'healthy',
    detail,
    checked_at: clock.iso(),
  })
  return [
    {
      ...component('api', inMaintenance ? 'under maintenance' : 'answering'),
      status: inMaintenance ? 'maintenance' : 'healthy',
    },
    component('database', `${store.conversations.size} conversations`),
    component('retrieval', `${store.documents.size} documents`),
  ]
}
