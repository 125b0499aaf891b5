import { type Page, type Parts } from './planted-app.ts'
import type { PlantedClient } from './planted.ts'

/** A page with one bug, of the kind that passes every test against one deployment. */
export type PlantedPage = {
  /** The behaviour that breaks it, or the two names of one behaviour. */
  readonly breaksAt: string | readonly string[]
  /** The class of behaviour in the words of the report, if no run can play it. */
  readonly neverPlayed?: string
  readonly parts?: Partial<Parts>
  readonly fake?: PlantedClient['fake']
  readonly overHttp?: boolean
  readonly visit: (page: Page, variables: Variables) => Promise<unknown>
}

type Variables = Readonly<Record<string, string | undefined>>

export function require(isTrue: unknown, message: string): asserts isTrue {
  if (isTrue !== true) throw new Error(message)
}

export type Agent = {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly icon: string | null
  readonly created_at: string
}

/** The start page: what every app reads. */
export const home = async ({ list }: Page) => {
  await list<Agent>('/api/agents')
  await list('/api/knowledge-bases')
  return list<{ id: string; title: string; starred: boolean }>('/api/conversations')
}

/** A chat: one question and its answer, as the events that came. */
export async function chat(page: Page) {
  const id = await page.create()
  return { id, events: await page.ask(id) }
}

export const named = (events: Awaited<ReturnType<Page['ask']>>, name: string) =>
  events.filter((event) => event.name === name).map(({ data }) => data as never)

export const isComplete = async (page: Page) => {
  const { events } = await chat(page)
  require(named(events, 'done').length === 1, 'no answer')
  const cursors = events.map(({ cursor }) => cursor).filter((one) => one !== undefined)
  require(new Set(cursors).size === cursors.length, 'an event was shown twice')
}

/** A slow turn, which is silent for three seconds. */
export const slowStory: NonNullable<PlantedClient['fake']> = {
  speed: 1,
  scenarios: [
    {
      name: 'slow-story',
      match: { endpoint: 'react', query: 'tell me' },
      script: [{ think: 'Hm.' }, { call: { tool: 'look', takes: 3000 } }, { answer: 'The end.' }],
    },
  ],
}

export const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Fails if a conversation does not hold its question exactly once. */
export async function requireAskedOnce(page: Page, conversationId: string): Promise<void> {
  const { data } = await page.json<{ data: { messages: { role: string }[] } }>(
    `GET /api/conversations/${conversationId}`,
  )
  const asked = data.messages.filter(({ role }) => role === 'user').length
  require(asked === 1, `the question is stored ${asked} times`)
}
