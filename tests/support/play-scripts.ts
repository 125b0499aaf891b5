import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { ScriptLine } from '../../contract/scripts/lines.ts'
import { answerIn, type SeenEvent } from './stream-reader.ts'
import { mountInProcess } from './transports.ts'
import { newConversation, signIn, type Visitor } from './visitor.ts'

/** A scenario with these lines for any query of `react`. */
export const script = (lines: readonly ScriptLine[], more: Partial<Scenario> = {}): Scenario => ({
  name: 'told',
  match: { endpoint: 'react' },
  script: [...lines],
  ...more,
})

/** A fake that plays these scenarios reproducibly. */
export const mountScripts = (...scenarios: Scenario[]) =>
  mountInProcess({ scenarios, seed: 'a seed' })

/** The events of one turn with a script. */
export async function playScript(scenario: Scenario, q = 'Tell'): Promise<readonly SeenEvent[]> {
  const visitor = await signIn(mountScripts(scenario))
  const conversation_id = await newConversation(visitor)
  const mode = [scenario.match.endpoint].flat()[0]
  return visitor.stream(`POST /api/${mode}`, { body: { q, conversation_id } })
}

/** The answer to a query in a conversation. */
export const ask = async (visitor: Visitor, conversation_id: string, q: string) =>
  answerIn(await visitor.stream('POST /api/react', { body: { q, conversation_id } }))
