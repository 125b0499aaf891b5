import { deleteConversation } from '../conversations/conversation-records.ts'
import { deleteOrganization } from '../organizations/organization-records.ts'
import { deleteAgent } from '../agents/agent-records.ts'
import { deleteUser } from '../admin/user-records.ts'
import { deleteKnowledgeBase, removeDocument } from '../knowledge-bases/documents.ts'
import type { RecordKind } from '../../../contract/kinds.ts'
import { collectionOf } from '../../world/store.ts'
import { deleteConnection } from '../connectors/connections.ts'
import type { World } from '../../world/world.ts'
import { deleteWorkflow } from '../workflows/workflow-records.ts'

type Delete = (world: World, id: string) => void

/** The functions that delete records of kinds with dependent records. */
const deletions: { readonly [K in RecordKind]?: Delete } = {
  users: deleteUser,
  agents: deleteAgent,
  conversations: deleteConversation,
  knowledge_bases: deleteKnowledgeBase,
  documents(world, id) {
    const document = world.store.documents.get(id)
    if (document !== undefined) removeDocument(world, document)
  },
  connectors: ({ store }, id) => deleteConnection(store, 'connectors', id),
  mcp_servers: ({ store }, id) => deleteConnection(store, 'mcpServers', id),
  organizations: ({ store }, id) => deleteOrganization(store, id),
  workflows: deleteWorkflow,
}

/** Deletes a record of any kind as the platform does, with the records that belong to it. */
export function deleteRecord(world: World, kind: RecordKind, id: string): void {
  const own = deletions[kind]
  if (own === undefined) collectionOf(world.store, kind).delete(id)
  else own(world, id)
}
