import type { OperationId } from '../../contract/operations.ts'
import type { Call, Reply } from '../call.ts'
import type { World } from '../state/world.ts'

/** Who keeps a world for each visitor of a fake: there, no call makes a world by naming it. */
export type Host = {
  /**
   * Lets the world answer a call to the platform that led to it, or throws an `ApiError` to refuse it.
   */
  attend(
    world: World,
    call: Call,
    asked: OperationId | undefined,
    answer: () => Promise<Reply>,
  ): Promise<Reply>
}
