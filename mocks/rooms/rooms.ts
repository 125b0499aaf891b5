import type { OperationId } from '../../contract/operations.ts'
import { accountOperations } from '../../contract/operations/account.ts'
import { adminOperations } from '../../contract/operations/admin.ts'
import { agentsOperations } from '../../contract/operations/agents.ts'
import { authOperations } from '../../contract/operations/auth.ts'
import { channelsOperations } from '../../contract/operations/channels.ts'
import { chatOperations } from '../../contract/operations/chat.ts'
import { confirmationsOperations } from '../../contract/operations/confirmations.ts'
import { connectorsOperations } from '../../contract/operations/connectors.ts'
import { conversationsOperations } from '../../contract/operations/conversations.ts'
import { keysOperations } from '../../contract/operations/keys.ts'
import { knowledgeBasesOperations } from '../../contract/operations/knowledge-bases.ts'
import { mcpServersOperations } from '../../contract/operations/mcp-servers.ts'
import { organizationsOperations } from '../../contract/operations/organizations.ts'
import { portalOperations } from '../../contract/operations/portal.ts'
import { workflowsOperations } from '../../contract/operations/workflows.ts'
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
      ...keysOperations,
      ...conversationsOperations,
      ...agentsOperations,
    },
    () => import('./first.ts'),
  ),
  door(
    { ...chatOperations, ...confirmationsOperations, ...knowledgeBasesOperations },
    () => import('./turns.ts'),
  ),
  door({ ...workflowsOperations }, () => import('./workflows.ts')),
  door(
    {
      ...connectorsOperations,
      ...mcpServersOperations,
      ...organizationsOperations,
      ...channelsOperations,
    },
    () => import('./connections.ts'),
  ),
  door({ ...adminOperations }, () => import('./administration.ts')),
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
