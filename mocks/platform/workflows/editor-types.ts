import type { WorkflowNode } from '../../../contract/records/workflow.ts'

/** The type of a node for the runner, and the two forms that the web editor gives it. */
const kinds = [
  ['start', 'start', 'START'],
  ['end', 'end', 'END'],
  ['llm', 'llm', 'LLM'],
  ['agent', 'agent', 'AGENT'],
  ['retrieval', 'knowledgeRetrieval', 'KNOWLEDGE_RETRIEVAL'],
  ['connector', 'connector', 'CONNECTOR'],
  ['http', 'httpRequest', 'HTTP_REQUEST'],
  ['template', 'templateTransform', 'TEMPLATE_TRANSFORM'],
  ['switch', 'conditionBranch', 'CONDITION_BRANCH'],
] as const

const own = new Map<string, string>()
const editor = new Map<string, string>()
const upper = new Map<string, string>()
for (const [type, camel, constant] of kinds) {
  own.set(camel, type)
  own.set(constant, type)
  editor.set(type, camel)
  upper.set(type, constant)
}
// A condition is a branch with two cases.
editor.set('condition', 'conditionBranch')
upper.set('condition', 'CONDITION_BRANCH')

/** The type of a node for the runner. Unknown types stay as they are. */
export function runnerType({ type, data }: WorkflowNode): string {
  const named = data?.['type']
  return (typeof named === 'string' ? own.get(named) : undefined) ?? own.get(type) ?? type
}

/** The type of a node in the editor, such as `conditionBranch`. */
export const editorType = (type: string): string => editor.get(type) ?? type

/** The type of a node in events, such as `CONDITION_BRANCH`. */
export function eventType({ type, data }: WorkflowNode): string {
  const named = data?.['type']
  if (typeof named === 'string') return named
  const known = upper.get(runnerType({ id: '', type }))
  return known ?? type.replaceAll(/[A-Z]/g, '_$&').toUpperCase()
}
