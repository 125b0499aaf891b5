import { capitalize } from '../../../contract/capitalize.ts'

/** Icons by the topic of an instruction; the first matching entry decides. */
const iconTopics: readonly (readonly [topic: RegExp, icon: string])[] = [
  [/invoice|finance|budget|cost|price|payment/, '💶'],
  [/mail|letter|newsletter/, '✉️'],
  [/support|customer|ticket|complaint/, '🎧'],
  [/code|bug|review|developer|software/, '💻'],
  [/report|data|chart|figure|analy|statistic/, '📊'],
  [/travel|trip|flight|hotel/, '✈️'],
  [/translat|language|german|french|spanish/, '🌍'],
  [/hire|candidate|people|onboard|holiday/, '👥'],
  [/legal|contract|policy/, '⚖️'],
  [/search|research|news|web/, '🔎'],
]

/** The categories of the tools that an instruction needs, by the topic of the instruction. */
const toolTopics: readonly (readonly [topic: RegExp, category: string])[] = [
  [/web|news|search|internet|site/, 'web'],
  [/document|knowledge|handbook|manual|policy/, 'knowledge'],
  [/file|csv|spreadsheet|report/, 'filesystem'],
  [/calculat|figure|sum|statistic|chart|data|code/, 'computation'],
  [/image|picture|logo|draw/, 'media'],
]

const toSentence = (text: string) => `${capitalize(withoutFinalStop(text.trim()))}.`

/** Removes full stops and blanks at the end of a text. */
function withoutFinalStop(text: string): string {
  let end = text.length
  while (end > 0 && '.! \t\n'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Removes the request to create an agent from an instruction, so that only the task is left. */
const agentTaskOf = (instruction: string) =>
  withoutFinalStop(instruction.trim())
    .replace(/^(please\s+)?(create|build|make|write|set up|i (want|need))\s+(me\s+)?/i, '')
    .replace(
      /^(an?|the)\s+(\w+\s+)?(agent|assistant|bot)\s*(that|who|which|to|for)?\s*(can\s+)?/i,
      '',
    ) || 'help with questions'

const agentFillerPattern =
  /^(an?|and|answers?|for|from|helps?|in|into|me|my|of|on|or|our|questions?|that|the|their|to|us|with|writes?|about)$/i

/** Drafts the fields of an agent from an instruction, as an assistant does. */
export function draftAgent(instruction: string) {
  const task = agentTaskOf(instruction)
  const text = instruction.toLowerCase()
  const words = (task.match(/[\p{L}\d-]+/gu) ?? []).filter((word) => !agentFillerPattern.test(word))
  const name = [...words.slice(0, 3).map(capitalize), 'Assistant'].join(' ').slice(0, 100)
  const subject = words.slice(0, 4).join(' ').toLowerCase() || 'this'
  const found = toolTopics.flatMap(([topic, category]) => (topic.test(text) ? [category] : []))
  return {
    name,
    icon: iconTopics.find(([topic]) => topic.test(text))?.[1] ?? '🤖',
    description: toSentence(task),
    instructions: [
      `You are ${name}. ${toSentence(`your task: ${task}`)}`,
      'Ask one question if something that you need is missing. Answer in short paragraphs, name your sources, and say when you do not know.',
    ].join('\n\n'),
    tool_categories: ['general', ...found],
    suggested_prompts: [
      `What do you need to know about ${subject}?`,
      `Show me an example: ${subject}`,
      `Which questions about ${subject} can you answer?`,
    ],
  }
}

type Agent = { readonly instructions?: string | null; readonly tool_categories?: unknown }

/** The fields that an instruction changes in an agent; none if the instruction requests no change. */
export function refineAgent(agent: Agent, instruction: string): Readonly<Record<string, unknown>> {
  const text = instruction.toLowerCase()
  // An apostrophe inside a word is no quotation mark.
  const quoted = /(?<![\p{L}\p{N}])(["“'])([^"“”]{1,200}?)["”'](?![\p{L}\p{N}])/u.exec(
    instruction,
  )?.[2]
  if (!/\p{L}{3}/u.test(text) || /^(thanks?|thank you|ok(ay)?|no|nothing)\b/.test(text)) return {}
  const [, name] =
    /\b(?:rename it to|rename to|rename it|call it|name it|(?:change|set) (?:the|its) name to) ([^\n]{1,200})/i.exec(
      instruction,
    ) ?? []
  const newName = withoutFinalStop(quoted ?? name ?? '')
    .trim()
    .slice(0, 100)
  if (name !== undefined && !/[\p{L}\p{N}]/u.test(newName)) return {}
  const icon = /\p{Extended_Pictographic}\uFE0F?/u.exec(instruction)?.[0]
  const [mode] = /\b(react|dag|auto)\b/.exec(text) ?? []
  const topics = /\btools?\b/.test(text)
    ? toolTopics.flatMap(([topic, category]) => (topic.test(text) ? [category] : []))
    : []
  const known = Array.isArray(agent.tool_categories) ? (agent.tool_categories as string[]) : []
  const isRemoved = /\b(remove|without|no)\b/.test(text)
  const changed = {
    ...(name !== undefined && { name: newName }),
    ...(icon !== undefined && { icon }),
    ...(/\bdescription\b/.test(text) && {
      description: toSentence(
        quoted ?? instruction.replace(/^.*description(\s+(to|is|should be|say))?:?\s*/i, ''),
      ),
    }),
    ...(/\b(suggested )?prompts?\b/.test(text) && {
      suggested_prompts: draftAgent(instruction.replace(/^.*prompts?\s+(about|for|on)?\s*/i, ''))
        .suggested_prompts,
    }),
    ...(mode !== undefined && /\bmode\b/.test(text) && { execution_mode: mode }),
    ...(/follow-?ups?/.test(text) && { suggest_followups: !isRemoved }),
    ...(topics.length > 0 && {
      tool_categories: isRemoved
        ? known.filter((category) => !topics.includes(category))
        : [...new Set([...known, ...topics])],
    }),
  }
  if (Object.keys(changed).length > 0) return changed
  return { instructions: withRule(agent.instructions ?? '', instruction) }
}

/** Appends an instruction, as an imperative sentence, to the rules at the end of `instructions`. */
function withRule(instructions: string, instruction: string): string {
  const rule = toSentence(
    instruction
      .trim()
      .replace(/^(please\s+)/i, '')
      .replace(/^(make|let) (it|the agent)\s+(?=\w+(er|ly|al)\b|more|less)/i, 'be ')
      .replace(/^(make|let) (it|the agent)\s+/i, '')
      .replace(/^(it|the agent|the assistant) (should|must|has to)\s+/i, ''),
  )
  const [text = '', rules = ''] = instructions.split('\n\nRules:\n')
  const lines = rules.split('\n').filter((line) => line !== '' && line !== `- ${rule}`)
  return `${text.trim()}\n\nRules:\n${[...lines, `- ${rule}`].join('\n')}`.trim()
}

/** An action of a connector that an assistant has written; it has no id yet. */
export type DraftAction = {
  readonly name: string
  readonly description: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly parameters_schema: object | null
  readonly requires_confirmation: boolean
}

type ActionVerb = {
  readonly words: RegExp
  readonly name: string
  readonly method: DraftAction['method']
  readonly parameters: readonly ('id' | 'name')[]
  readonly describe: (noun: string) => string
}

const actionVerbs: readonly ActionVerb[] = [
  {
    words: /\b(list|search|find|query)(e?s)?\b/,
    name: 'list',
    method: 'GET',
    parameters: [],
    describe: (noun) => `Lists ${noun}.`,
  },
  {
    words: /\b(get|read|show|fetch|retrieve)(e?s)?\b/,
    name: 'get',
    method: 'GET',
    parameters: ['id'],
    describe: (noun) => `Reads one of the ${noun} by its id.`,
  },
  {
    words: /\b(create|add|post|insert)s?\b/,
    name: 'create',
    method: 'POST',
    parameters: ['name'],
    describe: (noun) => `Adds one to the ${noun}.`,
  },
  {
    words: /\b(update|edit|change|modify)s?\b/,
    name: 'update',
    method: 'PUT',
    parameters: ['id', 'name'],
    describe: (noun) => `Changes one of the ${noun}.`,
  },
  {
    words: /\b(delete|remove)s?\b/,
    name: 'delete',
    method: 'DELETE',
    parameters: ['id'],
    describe: (noun) => `Deletes one of the ${noun}.`,
  },
]

/** The schema of parameters. All are texts, and only `id` is required. */
const parametersSchema = (names: ActionVerb['parameters']): object | null =>
  names.length === 0
    ? null
    : {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        ...(names.includes('id') && { required: ['id'] }),
      }

/** Words of an instruction that do not name a kind of record. */
const fillerPattern =
  /^(an?|the|and|or|for|of|on|to|with|by|its?|in|one|my|our|please|actions?|endpoints?|operations?|crud|api|that|which|can|me|id|generate|make|build)$/

const pluralOf = (noun: string) =>
  noun.endsWith('s') ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
const singularOf = (noun: string) =>
  noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '')

/** Removes the request to create an action or a connector from an instruction. */
const actionTaskOf = (instruction: string) =>
  instruction
    .toLowerCase()
    .replace(
      /\b(add|create|generate|make|write|build)s? (me )?(an? |the |some |more )?(new )?(actions?|endpoints?|operations?|connectors?)\b/,
      ' ',
    )

/** The noun that a task is about, such as `customers`: the first plural, else the last noun. */
function mainNounOf(task: string): string {
  const nouns = (task.match(/[a-z][a-z-]+/g) ?? []).filter(
    (word) => !fillerPattern.test(word) && !actionVerbs.some((verb) => verb.words.test(word)),
  )
  const plural = nouns.find((noun) => noun.endsWith('s') && !noun.endsWith('ss'))
  return plural ?? pluralOf(nouns.at(-1) ?? 'records')
}

/** The actions that an instruction requests: all five for CRUD, else one for each verb. */
export function draftActions(instruction: string): readonly DraftAction[] {
  const task = actionTaskOf(instruction)
  const noun = mainNounOf(task)
  const asked = actionVerbs.filter(({ words }) => /\bcrud\b/.test(task) || words.test(task))
  return (asked.length > 0 ? asked : actionVerbs.slice(0, 1)).map(
    ({ name, method, parameters, describe: says }) => ({
      name: `${name}_${(name === 'list' ? noun : singularOf(noun)).replaceAll('-', '_')}`,
      description: says(noun.replaceAll('-', ' ')),
      method,
      path: `/${noun}${parameters.includes('id') ? '/{id}' : ''}`,
      parameters_schema: parametersSchema(parameters),
      requires_confirmation: method === 'DELETE',
    }),
  )
}

type Action = { readonly id: string; readonly name: string }
export type Refinement = {
  readonly created: readonly DraftAction[]
  /** The changed fields of each updated action, by action id. */
  readonly updated: Readonly<Record<string, object>>
  readonly deleted: readonly string[]
  /** Whether the user must confirm the deletion, because it affects more than two actions. */
  readonly needsConsent: boolean
}

const noChanges: Refinement = { created: [], updated: {}, deleted: [], needsConsent: false }

/** The changes that an instruction requests for the actions that it names and the open action. */
export function refineActions(
  actions: readonly Action[],
  open: string | null,
  instruction: string,
): Refinement {
  const text = instruction.toLowerCase()
  const named = actions.filter(({ id, name }) => id === open || text.includes(name.toLowerCase()))
  const subjects = named.length > 0 ? named : /\b(all|every|everything)\b/.test(text) ? actions : []
  if (/\b(delete|remove|drop)\b/.test(text) && subjects.length > 0)
    return {
      ...noChanges,
      deleted: subjects.map(({ id }) => id),
      needsConsent: subjects.length > 2 && !/\b(yes|confirm(ed)?|really|i am sure)\b/.test(text),
    }
  if (subjects.length === 0) return { ...noChanges, created: draftActions(instruction) }
  const changes = actionChangesIn(instruction)
  return { ...noChanges, updated: Object.fromEntries(subjects.map(({ id }) => [id, changes])) }
}

/**
 * Returns the fields that an instruction sets. If there are none, the text becomes the description.
 */
function actionChangesIn(instruction: string): object {
  const [, name] =
    /\b(?:rename(?: it)? to|call it|name it)\s+["'`]?([\w-]+)/i.exec(instruction) ?? []
  const [, method] = /\b(GET|POST|PUT|PATCH|DELETE)\b/.exec(instruction) ?? []
  const [path] = /\/[\w{}/-]+/.exec(instruction) ?? []
  const found = {
    ...(name !== undefined && { name }),
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(/\bconfirm/i.test(instruction) && {
      requires_confirmation: !/\b(no|without)\b/i.test(instruction),
    }),
  }
  return Object.keys(found).length > 0 ? found : { description: instruction }
}
