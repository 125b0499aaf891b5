import type { TestSession } from '../session/test-session.ts'
import { isUndecided } from '../session/assertions.ts'
import { idOf, itemsOf, requireList } from '../setup/lists.ts'
import type { JsonObject } from '../../contract/json.ts'
import { toolQuestion } from './turns.ts'

type ToolRequest = { readonly query: string; readonly agentId: string | undefined }

/**
 * Returns the agent and the query of the turn that shows tool calls and suggestions: what the user
 * named, else a listed agent with one of its own questions, else a question about documents.
 */
export async function toolRequest(session: TestSession): Promise<ToolRequest> {
  const { toolQuery, agentId } = session.target
  const agents = await listedAgents(session)
  const chosen = agents.find((agent) =>
    agentId === undefined ? isPromising(agent) : idOf(agent) === agentId,
  )
  const query = toolQuery ?? questionsOf(chosen ?? {})[0] ?? toolQuestion
  return { query, agentId: agentId ?? idOf(chosen) }
}

async function listedAgents(session: TestSession): Promise<readonly JsonObject[]> {
  try {
    return itemsOf(await requireList(session, 'agents')) ?? []
  } catch (error) {
    if (isUndecided(error)) return []
    throw error
  }
}

/**
 * Whether an agent suggests questions, by the fields that it happens to have. Not one that may wait
 * for an approval, which nobody would give.
 */
function isPromising(agent: JsonObject): boolean {
  const fields = Object.entries(agent)
  const waits = fields.some(
    ([name, value]) =>
      (/confirm|approv/.test(name) && value === true) ||
      (/connector/.test(name) && Array.isArray(value) && value.length > 0),
  )
  const suggests = fields.some(([name, value]) => /suggest/.test(name) && value === true)
  return !waits && (suggests || questionsOf(agent).length > 0)
}

/** The questions that an agent proposes to its users. */
const questionsOf = (agent: JsonObject): readonly string[] =>
  Object.entries(agent)
    .filter(([name]) => /prompt|question|suggest/.test(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : []))
    .filter((value) => typeof value === 'string')
