/** An action of a connector that an assistant has written; it has no id yet. */
export type DraftAction = {
  readonly name: string
  readonly description: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly parameters_schema: object | null
  readonly requires_confirmation: boolean
}

const byId = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
}
const withBody = { type: 'object', properties: { name: { type: 'string' } } }

type Verb = {
  readonly words: RegExp
  readonly name: string
  readonly method: DraftAction['method']
  readonly isOfOne: boolean
  readonly schema: object | null
  readonly says: (noun: string) => string
}

const verbs: readonly Verb[] = [
  {
    words: /\b(list|search|find|query)(e?s)?\b/,
    name: 'list',
    method: 'GET',
    isOfOne: false,
    schema: null,
    says: (noun) => `Lists ${noun}.`,
  },
  {
    words: /\b(get|read|show|fetch|retrieve)(e?s)?\b/,
    name: 'get',
    method: 'GET',
    isOfOne: true,
    schema: byId,
    says: (noun) => `Reads one of the ${noun} by its id.`,
  },
  {
    words: /\b(create|add|post|insert)s?\b/,
    name: 'create',
    method: 'POST',
    isOfOne: false,
    schema: withBody,
    says: (noun) => `Adds one to the ${noun}.`,
  },
  {
    words: /\b(update|edit|change|modify)s?\b/,
    name: 'update',
    method: 'PUT',
    isOfOne: true,
    schema: { ...byId, properties: { ...byId.properties, ...withBody.properties } },
    says: (noun) => `Changes one of the ${noun}.`,
  },
  {
    words: /\b(delete|remove)s?\b/,
    name: 'delete',
    method: 'DELETE',
    isOfOne: true,
    schema: byId,
    says: (noun) => `Deletes one of the ${noun}.`,
  },
]

/** Words of an instruction that name no thing. */
const fillers =
  /^(an?|the|and|or|for|of|on|to|with|by|its?|in|one|my|our|please|actions?|endpoints?|operations?|crud|api|that|which|can|me|id|generate|make|build)$/

const pluralOf = (noun: string) =>
  noun.endsWith('s') ? noun : /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`
const singularOf = (noun: string) =>
  noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : noun.replace(/s$/, '')

/** An instruction without the request to make an action or a connector of it. */
const taskOf = (instruction: string) =>
  instruction
    .toLowerCase()
    .replace(
      /\b(add|create|generate|make|write|build)s? (me )?(an? |the |some |more )?(new )?(actions?|endpoints?|operations?|connectors?)\b/,
      ' ',
    )

/** The things that a task is about, such as `customers`: its first plural, or else its last noun. */
function nounIn(task: string): string {
  const nouns = (task.match(/[a-z][a-z-]+/g) ?? []).filter(
    (word) => !fillers.test(word) && !verbs.some((verb) => verb.words.test(word)),
  )
  const plural = nouns.find((noun) => noun.endsWith('s') && !noun.endsWith('ss'))
  return plural ?? pluralOf(nouns.at(-1) ?? 'records')
}

/** The actions that an instruction asks for: all five for CRUD, else one for each verb. */
export function draftActions(instruction: string): readonly DraftAction[] {
  const task = taskOf(instruction)
  const noun = nounIn(task)
  const asked = verbs.filter(({ words }) => /\bcrud\b/.test(task) || words.test(task))
  return (asked.length > 0 ? asked : verbs.slice(0, 1)).map(
    ({ name, method, isOfOne, schema, says }) => ({
      name: `${name}_${(name === 'list' ? noun : singularOf(noun)).replaceAll('-', '_')}`,
      description: says(noun.replaceAll('-', ' ')),
      method,
      path: `/${noun}${isOfOne ? '/{id}' : ''}`,
      parameters_schema: schema,
      requires_confirmation: method === 'DELETE',
    }),
  )
}

type Action = { readonly id: string; readonly name: string }
export type Refinement = {
  readonly created: readonly DraftAction[]
  /** The changed fields by the id of their action. */
  readonly updated: Readonly<Record<string, object>>
  readonly deleted: readonly string[]
  /** Whether so much would be deleted that the instruction must say so. */
  readonly needsConsent: boolean
}

const nothing: Refinement = { created: [], updated: {}, deleted: [], needsConsent: false }

/** What an instruction changes among actions: those that it names, or the one that is open. */
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
      ...nothing,
      deleted: subjects.map(({ id }) => id),
      needsConsent: subjects.length > 2 && !/\b(yes|confirm(ed)?|really|i am sure)\b/.test(text),
    }
  if (subjects.length === 0) return { ...nothing, created: draftActions(instruction) }
  const changes = changesIn(instruction)
  return { ...nothing, updated: Object.fromEntries(subjects.map(({ id }) => [id, changes])) }
}

/** The fields of an action that an instruction names; else it is the new description. */
function changesIn(instruction: string): object {
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
