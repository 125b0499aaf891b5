import type { OperationId } from '../../contract/operations.ts'
import type { World } from './world.ts'

/**
 * Whether the deployment of a world reads the credential of an operation only from the body field
 * `token`. Examples for copying must send it there.
 */
export function needsBodyToken(world: World, id: OperationId): boolean {
  const { chatIgnoresHeader, bodyTokenOperations } = world.behaviour(id).policy.credentials
  return chatIgnoresHeader && bodyTokenOperations.has(id)
}
