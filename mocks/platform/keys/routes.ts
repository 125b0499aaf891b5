import { toMoment } from '../../../contract/canonical-date.ts'
import type { keyOperations } from '../../../contract/operations/keys.ts'
import type { ApiKey, StoredApiKey } from '../../../contract/records/credentials.ts'
import type { World } from '../../world/world.ts'
import { paginate } from '../paginate.ts'
import type { Routes } from '../request-context.ts'

export const keyRoutes: Routes<typeof keyOperations> = {
  'keys.list': (context) => {
    const { world, caller } = context
    const { keys } = world.store
    return paginate(context, keys.list(caller.user.id, 'newest'), (key) => keyView(world, key))
  },
  'keys.create': (context) => {
    const { world, caller, behaviour } = context
    const { name, scopes } = context.body
    const expiry: unknown = Reflect.get(context.body, behaviour.policy.keys.expiryField)
    const key = world.store.keys.insert({
      id: world.random.id('api-key', caller.user.id),
      user_id: caller.user.id,
      name,
      scopes: scopes === '' ? null : (scopes ?? null),
      is_active: true,
      expires_at: typeof expiry === 'string' ? new Date(toMoment(expiry)).toISOString() : null,
      created_at: world.clock.iso(),
    })
    return { record: keyView(world, key), value: world.keyring.valueOf(key.id) }
  },
  'keys.set-active': (context) => {
    const { is_active } = context.body
    const key = context.world.store.keys.update(context.resource, { is_active })
    return keyView(context.world, key)
  },
  'keys.delete': (context) => {
    context.world.store.keys.delete(context.resource.id)
  },
}

/** A key as its owner sees it: with its prefix and usage, but without its value (2.1). */
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
