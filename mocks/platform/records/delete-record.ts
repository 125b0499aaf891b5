import { deleteConversation } from '../conversations/conversation-records.ts'
import { deleteUser } from '../admin/user-records.ts'
import { deleteKnowledgeBase, removeDocument } from '../knowledge-bases/documents.ts'
import type { RecordKind } from '../../../contract/kinds.ts'
import { collectionOf, everyone } from '../../world/store.ts'
import { deleteAllCredentials } from '../connectors/connections.ts'
import type { World } from '../../world/world.ts'

type Delete = (world: World, id: string) => void

/** How to delete records of kinds that other records refer to. */
const deletions: { readonly [K in RecordKind]?: Delete } = {
  users: ({ store }, id) => deleteUser(store, id),
  conversations: ({ store }, id) => deleteConversation(store, id),
  knowledge_bases: deleteKnowledgeBase,
  documents(world, id) {
    const document = world.store.documents.get(id)
    if (document !== undefined) removeDocument(world, document)
  },
  connectors(world, id) {
    world.store.connectors.delete(id)
    deleteAllCredentials(world, id)
  },
  mcp_servers(world, id) {
    world.store.mcpServers.delete(id)
    deleteAllCredentials(world, id)
  },
  organizations({ store }, id) {
    for (const channel of store.channels.owned(everyone, 'newest'))
      if (channel.org_id === id) store.channels.delete(channel.id)
    store.organizations.delete(id)
  },
  workflows({ store, runningWorkflows: runs }, id) {
    for (const run of runs.values()) if (run.workflowId === id) run.cancel()
    for (const run of store.workflowRuns.owned(id, 'newest')) store.workflowRuns.delete(run.id)
    store.workflows.delete(id)
  },
}

/** Deletes a record of any kind as the platform does, with the records that belong to it. */
export function deleteRecord(world: World, kind: RecordKind, id: string): void {
  const own = deletions[kind]
  if (own === undefined) collectionOf(world.store, kind).delete(id)
  else own(world, id)
}
