import type { EndpointId } from '../../contract/endpoints.ts'
import type { Call, Reply } from '../call.ts'
import type { World } from '../state/world.ts'

/** What is wrong with one call, by the faults of its world that it matches. */
export type Struck = {
  /** Holds the call up, and gives the reply that comes instead of an answer, if one does. */
  before(): Promise<Reply | undefined>
  /** The reply as it is sent, damaged. */
  after(reply: Reply): Reply
}

/** The faults that a call meets; `undefined` for none, as almost always. */
export function strike(
  _world: World,
  _call: Call,
  _endpoint: EndpointId | undefined,
): Struck | undefined {
  return undefined
}
