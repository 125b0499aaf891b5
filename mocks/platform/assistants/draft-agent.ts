/** The fields of an agent that an assistant writes. */
export type DraftAgent = {
  readonly name: string
  readonly icon: string
  readonly description: string
  readonly instructions: string
  readonly tool_categories: readonly string[]
  readonly suggested_prompts: readonly string[]
}

/** An icon by the topic of an instruction; the first one that fits counts. */
const icons: readonly (readonly [topic: RegExp, icon: string])[] = [
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

/** The tools that an instruction needs, by the categories of the catalog. */
const tools: readonly (readonly [topic: RegExp, category: string])[] = [
  [/web|news|search|internet|site/, 'web'],
  [/document|knowledge|handbook|manual|policy/, 'knowledge'],
  [/file|csv|spreadsheet|report/, 'filesystem'],
  [/calculat|figure|sum|statistic|chart|data|code/, 'computation'],
  [/image|picture|logo|draw/, 'media'],
]

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
const sentence = (text: string) => `${capital(withoutEnd(text.trim()))}.`

/** A text without the points and blanks at its end. */
function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && '.! \t\n'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** The task of an instruction, without the request to make an agent of it. */
const taskOf = (instruction: string) =>
  withoutEnd(instruction.trim())
    .replace(/^(please\s+)?(create|build|make|write|set up|i (want|need))\s+(me\s+)?/i, '')
    .replace(
      /^(an?|the)\s+(\w+\s+)?(agent|assistant|bot)\s*(that|who|which|to|for)?\s*(can\s+)?/i,
      '',
    ) || 'help with questions'

const fillers =
  /^(an?|and|answers?|for|from|helps?|in|into|me|my|of|on|or|our|questions?|that|the|their|to|us|with|writes?|about)$/i

export function draftAgent(instruction: string): DraftAgent {
  const task = taskOf(instruction)
  const text = instruction.toLowerCase()
  const words = (task.match(/[\p{L}\d-]+/gu) ?? []).filter((word) => !fillers.test(word))
  const name = [...words.slice(0, 3).map(capital), 'Assistant'].join(' ').slice(0, 100)
  const subject = words.slice(0, 4).join(' ').toLowerCase() || 'this'
  const found = tools.flatMap(([topic, category]) => (topic.test(text) ? [category] : []))
  return {
    name,
    icon: icons.find(([topic]) => topic.test(text))?.[1] ?? '🤖',
    description: sentence(task),
    instructions: [
      `You are ${name}. ${sentence(`your task: ${task}`)}`,
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

/** The fields that an instruction changes in an agent; none if it asks for nothing. */
export function refineAgent(agent: Agent, instruction: string): Readonly<Record<string, unknown>> {
  const text = instruction.toLowerCase()
  const quoted = /["“']([^"“”']{1,200})["”']/.exec(instruction)?.[1]
  if (!/\p{L}{3}/u.test(text) || /^(thanks?|thank you|ok(ay)?|no|nothing)\b/.test(text)) return {}
  const [, name] =
    /\b(?:rename it to|rename to|rename it|call it|name it) ([^\n]{1,200})/i.exec(instruction) ?? []
  const icon = /\p{Extended_Pictographic}\uFE0F?/u.exec(instruction)?.[0]
  const [mode] = /\b(react|dag|auto)\b/.exec(text) ?? []
  const topics = /\btools?\b/.test(text)
    ? tools.flatMap(([topic, category]) => (topic.test(text) ? [category] : []))
    : []
  const known = Array.isArray(agent.tool_categories) ? (agent.tool_categories as string[]) : []
  const isRemoved = /\b(remove|without|no)\b/.test(text)
  const changed = {
    ...(name !== undefined && { name: withoutEnd(quoted ?? name).slice(0, 100) }),
    ...(icon !== undefined && { icon }),
    ...(/\bdescription\b/.test(text) && {
      description: sentence(
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

/** Instructions with one more rule in the imperative, in a list of rules at their end. */
function withRule(instructions: string, instruction: string): string {
  const rule = sentence(
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
