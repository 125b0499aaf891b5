import { isObject, type JsonObject } from '../../../contract/json.ts'

type Payload = JsonObject

/** The first of these fields that has a value. */
const first = (data: Payload, ...names: readonly string[]): unknown =>
  names.map((name) => data[name]).find((value) => value !== undefined)

const withoutMissing = (data: Payload): Payload =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

/**
 * Renames the fields of a payload to the names of the contract. Deployments differ in them, so they
 * are recognized from the payload itself.
 */
export function canonicalPayload(name: string, payload: unknown): Payload {
  if (name === 'suggestions') return { items: suggestionsIn(payload) }
  if (!isObject(payload)) return name === 'answer' ? { type: 'delta', text: payload } : {}
  const { cursor: _cursor, ...data } = payload
  if (name === 'answer') return canonicalAnswer(data)
  if (name === 'step' || name === 'step_progress') return canonicalStep(data)
  if (name === 'phase') return canonicalPhase(data)
  return data
}

function suggestionsIn(payload: unknown): readonly string[] {
  const list = isObject(payload) ? first(payload, 'items', 'suggestions', 'questions') : payload
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  return items.filter((item) => typeof item === 'string' && item !== '') as string[]
}

function canonicalAnswer(data: Payload): Payload {
  const text = first(data, 'text', 'content', 'delta')
  const type = first(data, 'type', 'status') ?? (text === undefined ? undefined : 'delta')
  return withoutMissing({ type, text })
}

function canonicalStep({
  tool_name,
  tool_args,
  arguments: given,
  content,
  ...data
}: Payload): Payload {
  const isDelta = data['status'] === 'delta' || data['event'] === 'thinking_delta'
  const tool = first({ ...data, tool_name }, 'tool', 'tool_name')
  const input = first({ ...data, tool_args, given }, 'input', 'tool_args', 'given')
  const thinking_delta = data['thinking_delta'] ?? (isDelta ? content : undefined)
  return withoutMissing({ ...data, tool, input, thinking_delta })
}

/** The phase `selecting_tools` has its own fields in some deployments. */
function canonicalPhase({ phase, ...data }: Payload): Payload {
  return { status: 'done', ...data, name: data['name'] ?? phase }
}
