import type { EndpointId } from '../../contract/endpoints.ts'
import type { Call } from '../call.ts'
import type { World } from '../state/world.ts'

/** Who keeps a world for each visitor of a fake: there, no call makes a world by naming it. */
export type Host = {
  /** Judges a call to the platform by the world that it leads to; throws an `ApiError` to refuse it. */
  permit(world: World, call: Call, asked: EndpointId | undefined): void
}
