import {
  isObject,
  type JsonObject,
  objectIn,
  objectsIn,
  ownField,
  parseJson,
} from '../../../contract/json.ts'
import { branchResult } from './compute-nodes.ts'
import {
  toText,
  type ComputeNode,
  fillTextField,
  namedOutput,
  NodeFailure,
  type NodeContext,
  outputWithPlainName,
  requireEntry,
  requireText,
  textIn,
} from './node-context.ts'

/** The note in outputs that the fake cannot compute, because the fake calls no external service. */
const simulationNote =
  'Simulated: the fake calls nothing outside. Give the node an `output` to choose its result.'

/**
 * The nodes that call a model, a service or code in a deployment. The fake computes a plausible
 * answer from the world or from the settings of the node. `output` in the data of a node replaces
 * the answer.
 */
export const answeringNodeTypes = {
  LLM: (context) => ({
    fields: { output: draftFor(context, fillTextField(context, 'prompt_template')) },
  }),

  AGENT: (context) => ({
    fields: {
      output: draftFor(context, requireText(context, 'prompt_template', 'No query for the agent')),
    },
  }),

  QUESTION_CLASSIFIER(context) {
    const { data, vars } = context
    const classes = objectsIn(data['classes'])
    const [first] = classes
    if (first === undefined) throw new NodeFailure('No categories are configured')
    const answer = chooseLabel(context, textIn(data, 'prompt') || vars.inputText(), classes)
    const found = classes.find((one) => sameText(textIn(one, 'label'), answer))
    const fallback = textIn(data, 'default_handle') || classHandle(first)
    return branchResult(found === undefined ? fallback : classHandle(found), answer)
  },

  KNOWLEDGE_RETRIEVAL(context) {
    const { data, world } = context
    const query = requireText(context, 'query_template', 'No query for the knowledge base')
    const bases = [data['kb_id'], ...(Array.isArray(data['kb_ids']) ? data['kb_ids'] : [])]
    const ids = bases.filter((id): id is string => typeof id === 'string' && id !== '')
    const top = Number(data['top_k'] ?? 5)
    const results = world.passages(ids.slice(0, 20), query, Math.min(50, Math.max(1, top || 5)))
    return { fields: { output: results.map(({ content }) => content).join('\n\n'), results } }
  },

  CONNECTOR(context) {
    const { data, world } = context
    const id = textIn(data, 'connector_id')
    const actionId = textIn(data, 'action') || textIn(data, 'action_id')
    if (id === '' || actionId === '')
      throw new NodeFailure('A connector and an action are required')
    const connector = world.connector(id)
    if (connector === undefined) throw new NodeFailure(`Connector not found: ${id}`)
    const action = connector.actions.find((one) => one.id === actionId || one.name === actionId)
    if (action === undefined) throw new NodeFailure(`Action not found: ${actionId}`)
    const { method, path } = action
    const call = { connector: connector.name, action: action.name, method, path }
    return { fields: { output: describeCall(context, call) } }
  },

  HTTP_REQUEST(context) {
    const url = requireText(context, 'url', 'The URL has no protocol')
    if (!/^https?:\/\/[^/]/.test(url))
      throw new NodeFailure(`The URL has no protocol: ${url.slice(0, 200)}`)
    const method = textIn(context.data, 'method') || 'GET'
    const headers = { 'content-type': 'application/json' }
    return { fields: { output: { method, url, note: simulationNote }, status_code: 200, headers } }
  },

  CODE_EXECUTION({ data }) {
    if (textIn(data, 'code').trim() === '') throw new NodeFailure('No code is configured')
    return {
      fields: { output: 'The fake runs no code. Give the node an `output` to choose its result.' },
    }
  },

  PARAMETER_EXTRACTOR(context) {
    const parameters = objectsIn(context.data['parameters'])
    const text = requireText(context, 'input_text', 'No text to extract from')
    if (parameters.length === 0) throw new NodeFailure('No parameters are configured')
    const values = parameters.map((one) => [textIn(one, 'name'), extractParameter(text, one)])
    return { fields: { output: Object.fromEntries(values) as unknown } }
  },

  QUESTION_UNDERSTANDING(context) {
    const { data, vars, world, id } = context
    if (textIn(data, 'input_variable') === '')
      throw new NodeFailure('No input variable is configured')
    const text = toText(vars.resolveField(data['input_variable']) ?? '').trim()
    if (text === '') throw new NodeFailure('The text to understand is empty')
    const understand = requireEntry(understandingModes, 'mode', textIn(data, 'mode') || 'rewrite')
    return { fields: namedOutput(data, understand(text, world.seeded(`${id}\n${text}`))) }
  },

  MCP(context) {
    const { data, world } = context
    const [id, name] = [textIn(data, 'server_id'), textIn(data, 'tool_name')]
    if (id === '' || name === '') throw new NodeFailure('A server and a tool are required')
    const server = world.mcpServer(id)
    if (server === undefined) throw new NodeFailure(`MCP server not found: ${id}`)
    if (!server.tools.some((tool) => tool.name === name))
      throw new NodeFailure(
        `Tool not found: ${name}. Available: ${server.tools.map((tool) => tool.name).join(', ')}`,
      )
    return outputWithPlainName(data, describeCall(context, { server: server.name, tool: name }))
  },

  BUILTIN_TOOL(context) {
    const { data, world } = context
    const tool_id = textIn(data, 'tool_id')
    if (tool_id === '') throw new NodeFailure('No tool is selected')
    if (!world.toolNames.includes(tool_id))
      throw new NodeFailure(`Tool not found: ${tool_id}. Available: ${world.toolNames.join(', ')}`)
    const output = {
      tool_id,
      parameters: filledParameters(context),
      result: simulationNote,
      status: 'completed',
    }
    return outputWithPlainName(data, output)
  },
} satisfies Readonly<Record<string, ComputeNode>>

/** Writes the text of a model. The fake has no model, so the text repeats the prompt. */
const draftFor = ({ data, id }: NodeContext, prompt: string): string =>
  `A draft for: ${prompt || textIn(data, 'label') || id}`

const filledParameters = ({ data, vars }: NodeContext): JsonObject =>
  objectIn(vars.fill(objectIn(data['parameters'])))

/** Describes a call that the fake does not make, as JSON. */
const describeCall = (context: NodeContext, call: JsonObject): string =>
  JSON.stringify({ ...call, parameters: filledParameters(context), note: simulationNote })

const sameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const classHandle = ({ id }: JsonObject) => `class-${toText(id).replaceAll('"', '')}`

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])

/**
 * Chooses a label as a model would: the label that the node's `answer` names, else the label whose
 * words the text contains, else a label by the seed.
 */
export function chooseLabel(
  { data, vars, world, id }: NodeContext,
  prompt: string,
  options: readonly JsonObject[],
): string {
  const scripted = textIn(data, 'answer')
  if (scripted !== '') return vars.interpolate(scripted)
  const text = vars.interpolate(prompt)
  const words = wordsOf(text)
  // Counted as steps, because each label is searched in the whole text.
  vars.state.spend(Math.ceil((options.length * (text.length + 100)) / 1000))
  const scored = options.map((one) => ({
    label: textIn(one, 'label'),
    score: scoreOption(one, text, words),
  }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a), { label: '', score: 0 })
  if (best.score > 0) return best.label
  return scored[Math.floor(world.seeded(`${id}\n${text}`) * scored.length)]?.label ?? ''
}

/** Scores a label: 100 if the text contains it, and points for each common word. */
function scoreOption(option: JsonObject, text: string, words: ReadonlySet<string>): number {
  const label = textIn(option, 'label')
  const overlap = (other: string) => wordsOf(other).intersection(words).size
  const whole = label !== '' && text.toLowerCase().includes(label.toLowerCase()) ? 100 : 0
  return (
    whole +
    overlap(label) * 10 +
    overlap(`${textIn(option, 'description')} ${textIn(option, 'llm_prompt')}`)
  )
}

/** The value of a parameter in a text, such as `city: Bern`; null if the text has none. */
function extractParameter(text: string, parameter: JsonObject): unknown {
  const written = textIn(parameter, 'name')
  const type = textIn(parameter, 'type')
  const json = parseJson(text)
  if (isObject(json) && ownField(json, written) !== undefined) return ownField(json, written)
  const name = written.toLowerCase()
  const at = name === '' ? -1 : text.toLowerCase().indexOf(name)
  const rest = at < 0 ? '' : text.slice(at + name.length, at + name.length + 200)
  const said = rest.replace(/^\s*(?:is\b|[:=])?/, '').trimStart()
  const [named] = /^[^\n,;.]{1,80}/.exec(said) ?? []
  if (type === 'number' || type === 'integer') {
    const [number] = /-?\d+(?:\.\d+)?/.exec(named ?? text.slice(0, 2000)) ?? []
    return number === undefined ? null : Number(number)
  }
  if (type === 'boolean') return named === undefined ? null : !/^(no|false|0)\b/i.test(named)
  return named?.trim() ?? null
}

const understandingModes: Readonly<Record<string, (text: string, chance: number) => unknown>> = {
  rewrite: (text) => text.replace(/\s+/g, ' '),
  expand: (text) => `${text} (including related questions)`,
  classify: (text, chance) => ({
    intent: text.includes('?') ? 'question' : 'request',
    topic: [...wordsOf(text)].toSorted((a, b) => b.length - a.length)[0] ?? 'general',
    confidence: Math.round((0.6 + chance * 0.39) * 100) / 100,
  }),
  decompose: (text) =>
    text
      .split(/(?<=[?.!])\s+|\band\b/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .slice(0, 10),
}
