import type { OperationId } from '../../contract/operations.ts'
import { accountOperations } from '../../contract/operations/account.ts'
import { adminOperations } from '../../contract/operations/admin.ts'
import { userAdminOperations } from '../../contract/operations/admin-users.ts'
import { agentOperations } from '../../contract/operations/agents.ts'
import { authOperations } from '../../contract/operations/auth.ts'
import { channelOperations } from '../../contract/operations/channels.ts'
import { chatOperations } from '../../contract/operations/chat.ts'
import { confirmationOperations } from '../../contract/operations/confirmations.ts'
import { connectorOperations } from '../../contract/operations/connectors.ts'
import { conversationOperations } from '../../contract/operations/conversations.ts'
import { keyOperations } from '../../contract/operations/keys.ts'
import { knowledgeBaseOperations } from '../../contract/operations/knowledge-bases.ts'
import { mcpServerOperations } from '../../contract/operations/mcp-servers.ts'
import { organizationOperations } from '../../contract/operations/organizations.ts'
import { portalOperations } from '../../contract/operations/portal.ts'
import { workflowOperations } from '../../contract/operations/workflows.ts'
import type { Room } from './room.ts'

type Door = { readonly operations: readonly string[]; readonly open: () => Promise<Room> }

/** A room behind its door: it must have a route for each of these operations. */
const door = <Rows extends object>(
  rows: Rows,
  open: () => Promise<{ readonly room: Room<Extract<keyof Rows, string>> }>,
): Door => ({ operations: Object.keys(rows), open: async () => (await open()).room })

const doors: readonly Door[] = [
  door(
    {
      ...authOperations,
      ...accountOperations,
      ...portalOperations,
      ...keyOperations,
      ...conversationOperations,
      ...agentOperations,
    },
    () => import('./first.ts'),
  ),
  door(
    { ...chatOperations, ...confirmationOperations, ...knowledgeBaseOperations },
    () => import('./turns.ts'),
  ),
  door({ ...workflowOperations }, () => import('./workflows.ts')),
  door(
    {
      ...connectorOperations,
      ...mcpServerOperations,
      ...organizationOperations,
      ...channelOperations,
    },
    () => import('./connections.ts'),
  ),
  door({ ...userAdminOperations, ...adminOperations }, () => import('./administration.ts')),
]

const doorOf = new Map(
  doors.flatMap((one) => one.operations.map((id) => [id as OperationId, one] as const)),
)
const opened = new Map<Door, Room>()

/** Whether the room of an operation is there. */
export function isOpen(id: OperationId): boolean {
  const found = doorOf.get(id)
  return found === undefined || opened.has(found)
}

/** Loads the room of an operation, with its first call. Rooms are few: each costs a request. */
export async function openRoom(id: OperationId): Promise<void> {
  const found = doorOf.get(id)
  if (found !== undefined && !opened.has(found)) opened.set(found, await found.open())
}

/** The room of an operation, which has been opened. */
export function roomOf(id: OperationId): Room {
  const found = doorOf.get(id)
  const room = found && opened.get(found)
  if (room === undefined) throw new Error(`${id} was routed before its room was open.`)
  return room
}
