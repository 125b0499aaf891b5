import type * as z from 'zod/mini'
import type { createAgentBody, updateAgentBody } from '../../contract/operations/agents.ts'
import type { Agent } from '../../contract/records/agent.ts'
import type { Requester, CallOptions } from '../requester.ts'
import { createList, type PageQuery } from '../page.ts'

export type NewAgent = z.infer<typeof createAgentBody>
export type AgentChange = z.infer<typeof updateAgentBody>
export type AgentQuery = PageQuery & { readonly status?: 'draft' | 'published' | undefined }

/** The agents that can be run. */
export function createAgentsApi(caller: Requester) {
  const path = '/api/agents'
  const { request } = caller
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`
  return {
    ...createList<Agent, AgentQuery>(caller, path),
    read: (id: string, options?: CallOptions) => request<Agent>('GET', pathOf(id), options),
    create: (fields: NewAgent, options?: CallOptions) =>
      request<Agent>('POST', path, { ...options, body: fields }),
    /** What is absent stays, `null` is the default again. */
    update: (id: string, change: AgentChange, options?: CallOptions) =>
      request<Agent>('PUT', pathOf(id), { ...options, body: change }),
    delete: async (id: string, options?: CallOptions) => {
      await request('DELETE', pathOf(id), options)
    },
  }
}
