import { type OperationId, operationIds, operations } from '../../../contract/operations.ts'
import type { ResourceKind } from '../../../contract/kinds.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { administeredUser } from '../../../contract/records/administration.ts'
import { agent } from '../../../contract/records/agent.ts'
import { channel } from '../../../contract/records/channel.ts'
import { connector, connectorAction } from '../../../contract/records/connector.ts'
import { conversation } from '../../../contract/records/conversation.ts'
import { apiKey } from '../../../contract/records/credentials.ts'
import { document, knowledgeBase } from '../../../contract/records/knowledge-base.ts'
import { mcpServer } from '../../../contract/records/mcp-server.ts'
import { organization } from '../../../contract/records/organization.ts'
import { workflow } from '../../../contract/records/workflow.ts'
import type { Fixture } from '../../../contract/fixture.ts'
import { pathWith } from '../../support/requests.ts'

/** The path parameters of one record. */
type Params = Readonly<Record<string, string>>

const rows = operationIds.map((id): Operation => operations[id])

/** The path parameter for each kind of record. */
const parameterOf = new Map(
  rows.flatMap(({ loads }) =>
    loads !== undefined && loads.in !== 'body' ? [[loads.kind, loads.by] as const] : [],
  ),
)

/** The kind of record that an operation creates, by the type of its response. */
const createdKinds: ReadonlyMap<unknown, ResourceKind> = new Map<unknown, ResourceKind>([
  [apiKey, 'api-key'],
  [conversation, 'conversation'],
  [administeredUser, 'user'],
  [agent, 'agent'],
  [knowledgeBase, 'knowledge-base'],
  [document, 'document'],
  [connector, 'connector'],
  [connectorAction, 'connector-action'],
  [mcpServer, 'mcp-server'],
  [organization, 'organization'],
  [channel, 'channel'],
  [workflow, 'workflow'],
])

/** Ids of existing and deleted records: from the fixture and from responses. */
export class Pool {
  readonly #known = new Map<string, Params[]>()

  constructor(fixture: Fixture) {
    const of = (
      kind: ResourceKind,
      records: readonly { readonly id: string }[],
      more: Params = {},
    ) => {
      for (const { id } of records)
        this.#learn(kind, { ...more, [parameterOf.get(kind) ?? 'id']: id })
    }
    of('api-key', fixture.api_keys)
    of('conversation', fixture.conversations)
    of('user', fixture.users)
    of('agent', fixture.agents)
    of('knowledge-base', fixture.knowledge_bases)
    for (const one of fixture.documents) of('document', [one], { id: one.kb_id })
    of('connector', fixture.connectors)
    for (const { id, actions } of fixture.connectors)
      of('connector-action', actions, { connector_id: id })
    of('mcp-server', fixture.mcp_servers)
    of('organization', fixture.organizations)
    for (const { id, members } of fixture.organizations)
      of(
        'member',
        members.map(({ user_id }) => ({ id: user_id })),
        { org_id: id },
      )
    of('channel', fixture.channels)
    of('workflow', fixture.workflows)
    for (const run of fixture.workflow_runs)
      of('workflow-run', [run], { workflow_id: run.workflow_id })
  }

  /** Collects the ids in a response for later calls. */
  learn(id: OperationId, params: Params, text: string): void {
    const { method, record }: Operation = operations[id]
    const kind = method === 'POST' ? record && createdKinds.get(record) : undefined
    const parameter = kind && parameterOf.get(kind)
    const [, made] = /"id":"([^"]+)"/.exec(text) ?? []
    if (kind && parameter && made && params[parameter] === undefined)
      this.#learn(kind, { ...params, [parameter]: made })
    for (const [, run = ''] of text.matchAll(/"run_id":"([^"]+)"/g))
      if (params['workflow_id']) this.#learn('workflow-run', { ...params, run_id: run })
    for (const [, one = ''] of text.matchAll(/"confirmation_id":"([^"]+)"/g))
      this.#learn('confirmation', { id: one })
    if (id === 'chat.inject' && made) this.#learn('injection', { id: made })
  }

  /** Collects a token, for later calls with a token in the body. */
  learnToken(value: string): void {
    this.#learn('token', { token: value })
  }

  /** The path of an operation for one of its records: by index, or with an invalid id. */
  pathOf(id: OperationId, leadsTo: number | string): { path: string; params: Params } {
    const { path, loads }: Operation = operations[id]
    const known =
      loads === undefined || loads.in === 'body' ? [] : (this.#known.get(loads.kind) ?? [])
    const item =
      typeof leadsTo === 'number' ? known.at(-1 - (leadsTo % Math.max(1, known.length))) : undefined
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const odd = typeof leadsTo === 'string' ? leadsTo : 'unknown'
    const params = Object.fromEntries(names.map((name) => [name, item?.[name] ?? odd]))
    return {
      path: pathWith(path, (name) => inPath(params[name] ?? '')),
      params,
    }
  }

  /** Replaces the id placeholders of a text. */
  fillIn(text: string): string {
    return text.replaceAll(/<<([\w-]+) (\d+)>>/g, (_all, kind: string, index: string) => {
      const known = this.#known.get(kind) ?? []
      const item = known.at(-1 - (Number(index) % Math.max(1, known.length)))
      return Object.values(item ?? {}).at(-1) ?? 'unknown'
    })
  }

  #learn(kind: string, params: Params): void {
    const known = this.#known.get(kind) ?? []
    this.#known.set(kind, [...known, params])
  }
}

/** Encodes any text as one segment of a path. */
function inPath(part: string): string {
  const encoded = encodeURIComponent(part.toWellFormed())
  return /^(\.|%2e)*$/i.test(encoded) ? `${encoded}-` : encoded
}
