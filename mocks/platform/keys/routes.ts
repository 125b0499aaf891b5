import { toMoment } from '../../../contract/operations/fields.ts'
import type { ApiKey, StoredApiKey } from '../../../contract/records/credentials.ts'
import type { World } from '../../world/world.ts'
import { paginate } from '../paginate.ts'
import type { Route } from '../route.ts'
import { createKeyBody, keyActiveBody } from '../../../contract/operations/keys.ts'

export const keyRoutes = {
  'keys.list': (visit) => {
    const { world, caller } = visit
    const { keys } = world.store
    return paginate(visit, keys.count(caller.user.id), (from, count) =>
      keys.slice(caller.user.id, 'newest', from, count).map((key) => keyView(world, key)),
    )
  },
  'keys.create': (visit) => {
    const { world, caller, behaviour } = visit
    const { name, scopes } = visit.bodyAs(createKeyBody)
    const expiry = (visit.body as Record<string, unknown>)[behaviour.policy.keys.expiryField]
    const key = world.store.keys.insert({
      id: world.random.uuid('api-key', caller.user.id),
      user_id: caller.user.id,
      name,
      scopes: scopes === '' ? null : (scopes ?? null),
      is_active: true,
      expires_at: typeof expiry === 'string' ? new Date(toMoment(expiry)).toISOString() : null,
      created_at: world.clock.iso(),
    })
    return { record: keyView(world, key), value: world.keyring.valueOf(key.id) }
  },
  'keys.set-active': (visit) => {
    const { is_active } = visit.bodyAs(keyActiveBody)
    const key = visit.world.store.keys.update(visit.resourceAs('api-key'), { is_active })
    return keyView(visit.world, key)
  },
  'keys.delete': (visit) => {
    visit.world.store.keys.delete(visit.resourceAs('api-key').id)
  },
} satisfies Record<string, Route>

/** A key as its owner sees it: with its prefix and its usage, never with its value (2.1). */
export function keyView({ keyring, keyUsage: usage }: World, key: StoredApiKey): ApiKey {
  const { last_used_at, total_requests } = usage.of(key.id)
  return {
    id: key.id,
    name: key.name,
    key_prefix: keyring.prefixOf(key.id),
    scopes: key.scopes,
    is_active: key.is_active,
    expires_at: key.expires_at,
    last_used_at,
    total_requests,
    created_at: key.created_at,
  }
}
