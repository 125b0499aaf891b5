import type * as z from 'zod/mini'
import type { createAgentBody, updateAgentBody } from '../../contract/operations/agents.ts'
import type { Agent } from '../../contract/records/agent.ts'
import type { Requester, CallOptions } from '../requester.ts'
import { createList, type PageQuery } from '../page.ts'

export interface NewAgent extends z.output<typeof createAgentBody> {}
export interface AgentChange extends z.output<typeof updateAgentBody> {}
export type AgentQuery = PageQuery & { readonly status?: 'draft' | 'published' | undefined }

/** Methods for agents. */
export interface AgentsApi extends ReturnType<typeof createAgentsApi> {}

export function createAgentsApi(requester: Requester) {
  const path = '/api/agents'
  const { request } = requester
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    ...createList<Agent, AgentQuery>(requester, path),
    /** Reads one agent. */
    read: (id: string, options?: CallOptions) => request<Agent>('GET', pathOf(id), options),
    /** Creates an agent. */
    create: (fields: NewAgent, options?: CallOptions) =>
      request<Agent>('POST', path, { ...options, body: fields }),
    /** Changes an agent. Absent fields stay; `null` restores the default. */
    update: (id: string, change: AgentChange, options?: CallOptions) =>
      request<Agent>('PUT', pathOf(id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathOf(id), options)
    },
  }
}
