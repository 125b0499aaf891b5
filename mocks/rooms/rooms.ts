import type { EndpointId } from '../../contract/endpoints.ts'
import { accountEndpoints } from '../../contract/endpoints/account.ts'
import { adminEndpoints } from '../../contract/endpoints/admin.ts'
import { agentsEndpoints } from '../../contract/endpoints/agents.ts'
import { authEndpoints } from '../../contract/endpoints/auth.ts'
import { channelsEndpoints } from '../../contract/endpoints/channels.ts'
import { chatEndpoints } from '../../contract/endpoints/chat.ts'
import { confirmationsEndpoints } from '../../contract/endpoints/confirmations.ts'
import { connectorsEndpoints } from '../../contract/endpoints/connectors.ts'
import { conversationsEndpoints } from '../../contract/endpoints/conversations.ts'
import { keysEndpoints } from '../../contract/endpoints/keys.ts'
import { knowledgeBasesEndpoints } from '../../contract/endpoints/knowledge-bases.ts'
import { mcpServersEndpoints } from '../../contract/endpoints/mcp-servers.ts'
import { organizationsEndpoints } from '../../contract/endpoints/organizations.ts'
import { portalEndpoints } from '../../contract/endpoints/portal.ts'
import { workflowsEndpoints } from '../../contract/endpoints/workflows.ts'
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
      ...authEndpoints,
      ...accountEndpoints,
      ...portalEndpoints,
      ...keysEndpoints,
      ...conversationsEndpoints,
      ...agentsEndpoints,
    },
    () => import('./first.ts'),
  ),
  door(
    { ...chatEndpoints, ...confirmationsEndpoints, ...knowledgeBasesEndpoints },
    () => import('./turns.ts'),
  ),
  door({ ...workflowsEndpoints }, () => import('./workflows.ts')),
  door(
    {
      ...connectorsEndpoints,
      ...mcpServersEndpoints,
      ...organizationsEndpoints,
      ...channelsEndpoints,
    },
    () => import('./connections.ts'),
  ),
  door({ ...adminEndpoints }, () => import('./administration.ts')),
]

const doorOf = new Map(
  doors.flatMap((one) => one.operations.map((id) => [id as EndpointId, one] as const)),
)
const opened = new Map<Door, Room>()

/** Whether the room of an operation is there. */
export function isOpen(id: EndpointId): boolean {
  const found = doorOf.get(id)
  return found === undefined || opened.has(found)
}

/** Loads the room of an operation, with its first call. Rooms are few: each costs a request. */
export async function openRoom(id: EndpointId): Promise<void> {
  const found = doorOf.get(id)
  if (found !== undefined && !opened.has(found)) opened.set(found, await found.open())
}

/** The room of an operation, which has been opened. */
export function roomOf(id: EndpointId): Room {
  const found = doorOf.get(id)
  const room = found && opened.get(found)
  if (room === undefined) throw new Error(`${id} was routed before its room was open.`)
  return room
}
