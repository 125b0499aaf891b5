import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { mapFields, objectIn } from '../../../contract/json.ts'
import type { StoredConnector } from '../../../contract/records/connector.ts'
import type { StoredWorkflow } from '../../../contract/records/workflow.ts'
import type { World } from '../../world/world.ts'
import { documentKey, documentValuesOf } from '../own-records/own-document-values.ts'
import { searchKnowledgeBases } from '../knowledge-bases/search.ts'
import { isPublishedTo, type SharedRecord } from '../sharing.ts'

/** The data of a world that the nodes of a run read instead of calling external services. */
export type RunWorld = {
  /** A fraction from 0 up to 1, always the same for the same text in a world with the same seed. */
  readonly seeded: (text: string) => number
  /** The best passages of the bases that the user can see. Other bases give no passages (F-052). */
  readonly passages: (
    bases: readonly string[],
    query: string,
    top: number,
  ) => readonly { readonly kb_id: string; readonly content: string; readonly score: number }[]
  readonly connector: (id: string) => StoredConnector | undefined
  readonly mcpServer: (
    id: string,
  ) => { readonly name: string; readonly tools: readonly { readonly name: string }[] } | undefined
  readonly toolNames: readonly string[]
  /** Finds an active workflow that the user can see. */
  readonly workflow: (id: string) => StoredWorkflow | undefined
  /** The environment variables of a workflow, by name. */
  readonly env: (workflow: string) => Readonly<Record<string, string>>
}

/** A fraction from 0 up to 1 that depends only on a seed and a text. */
export function seededFraction(seed: string, text: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(`${seed}\n${text}`))
  return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32
}

/** Creates the data of a world that the runs of a user can read. */
export function createRunWorld(world: World, user: string): RunWorld {
  const { store } = world
  const visible = <R extends SharedRecord>(record: R | undefined): R | undefined =>
    record !== undefined && isPublishedTo(store, record, user) ? record : undefined
  return {
    seeded: (text) => seededFraction(world.seed, text),
    passages(ids, query, top) {
      const bases = ids.flatMap((id) => visible(store.knowledgeBases.get(id)) ?? [])
      return searchKnowledgeBases(world, bases, query, top)
        .slice(0, top)
        .map(({ base, content, score }) => ({ kb_id: base.id, content, score }))
    },
    connector: (id) => visible(store.connectors.get(id)),
    mcpServer(id) {
      const server = visible(store.mcpServers.get(id))
      return server && { ...server, tools: server.tools ?? [] }
    },
    toolNames: world.tools.map(({ name }) => name),
    workflow(id) {
      const found = visible(store.workflows.get(id))
      return found?.is_active === true ? found : undefined
    },
    env: (workflow) => environmentVariables(world, workflow),
  }
}

/** Returns a function that gives its first answer again when it is called with the same arguments. */
function memoizeCalls<Args extends readonly unknown[], Answer>(
  ask: (...args: Args) => Answer,
): (...args: Args) => Answer {
  const kept = new Map<string, Answer>()
  return (...args) => {
    const key = JSON.stringify(args)
    if (!kept.has(key)) kept.set(key, ask(...args))
    return kept.get(key) as Answer
  }
}

/**
 * Keeps the records that a run has read, because the run is computed again from its start after
 * each decision. A record that was changed or deleted since then must not change earlier events.
 */
export const keepReads = (world: RunWorld): RunWorld => ({
  ...world,
  passages: memoizeCalls(world.passages),
  connector: memoizeCalls(world.connector),
  mcpServer: memoizeCalls(world.mcpServer),
  workflow: memoizeCalls(world.workflow),
  env: memoizeCalls(world.env),
})

/** The name of the profile's family that stores the environment variables of workflows. */
const environmentFamily = 'workflow_env'

function environmentVariables(world: World, workflow: string): Readonly<Record<string, string>> {
  const family = world.profile.operations?.[environmentFamily]
  if (family?.kind !== 'document') return {}
  const parents = { workflow_id: workflow }
  const value = documentValuesOf(world).get(
    documentKey(environmentFamily, family, undefined, parents),
  )
  return toTextValues(objectIn(value)['env_vars'])
}

/** The fields of an object as texts. */
export const toTextValues = (values: unknown): Record<string, string> =>
  mapFields(objectIn(values), String)
