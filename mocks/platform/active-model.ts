import type { Model } from '../../contract/records/catalog.ts'
import { everyone } from '../world/store.ts'
import type { World } from '../world/world.ts'

/** Finds the active model with a role; the oldest one if several have the role. */
export const activeModel = (
  { store }: World,
  role: NonNullable<Model['role']>,
): Model | undefined =>
  store.models.owned(everyone, 'oldest').find((model) => model.is_active && model.role === role)
