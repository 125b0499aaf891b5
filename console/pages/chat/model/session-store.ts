import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Client } from '../../../../client/create-client.ts'
import { ApiError } from '../../../../client/errors.ts'
import type { TurnMode } from '../../../../client/streams/turns.ts'
import type { Agent } from '../../../../contract/records/agent.ts'
import type { StreamRecorder } from '../timeline/stream-recorder.ts'
import { type ConversationList, createConversationList } from './conversation-list.ts'
import type { ReconnectGate } from './reconnect-gate.ts'
import { createThread, type Thread } from './thread.ts'

/** The modes in which a question can be asked. */
export const turnModes = ['auto', 'react', 'dag'] as const satisfies readonly TurnMode[]

/** The question that the user is writing, with its mode and agent. */
export type Draft = {
  readonly text: string
  readonly mode: TurnMode
  readonly agentId: string
}

export type SessionStore = {
  readonly client: Client
  readonly list: ConversationList
  readonly thread: Thread
  readonly agents: ReadonlySignal<readonly Agent[]>
  readonly draft: Signal<Draft>
  readonly agent: ReadonlySignal<Agent | undefined>
  /** Suggested next questions. */
  readonly suggestions: ReadonlySignal<readonly string[]>
  /** Sends a question with the draft's mode and agent, in the open conversation or a new one. */
  ask(text: string, options?: { readonly isNew: boolean }): void
  /** Loads everything again, after the state of the world was replaced. */
  reload(): Promise<void>
  /**
   * Refreshes the chat after the server came back. Keeps the turns. Reports a lost conversation.
   */
  reconnect(): Promise<void>
}

/** A question that every world can answer, whatever data the world has. */
const greeting = 'Hello, what can you do?'

/** Returns suggestions for a draft without an agent: three short prompts, and a greeting. */
const suggestWithoutAgent = (agents: readonly Agent[]): readonly string[] => {
  const prompts = agents.flatMap(({ suggested_prompts }) => suggested_prompts?.[0] ?? [])
  const shortest = [...new Set(prompts)].toSorted((a, b) => a.length - b.length)
  return [...shortest.slice(0, 3), greeting]
}

/** Creates the state of the chat for a signed-in client. */
export function createSessionStore(
  client: Client,
  recorder: StreamRecorder,
  gate: ReconnectGate,
  draft: Signal<Draft>,
): SessionStore {
  // `undefined` until the platform responds. Suggestions that are shown earlier would move when the
  // agents arrive.
  const loadedAgents = signal<readonly Agent[] | undefined>(undefined)
  const agents = computed(() => loadedAgents.value ?? [])
  const agent = computed(() => agents.value.find(({ id }) => id === draft.value.agentId))
  const list = createConversationList(client)
  const thread = createThread({ client, recorder, gate, onChange: () => void list.refresh() })
  void list.refresh()
  void loadAgents()

  /** Loads the agents. If the draft's agent is gone, the draft keeps its text without an agent. */
  async function loadAgents(): Promise<void> {
    try {
      const { items } = await client.agents.list({ size: 100 })
      loadedAgents.value = items.filter(({ is_active }) => is_active !== false)
      if (agent.value === undefined) draft.value = { ...draft.value, agentId: '' }
    } catch {
      // Questions work without agents, and some API keys may not list agents.
      loadedAgents.value ??= []
    }
  }

  /** Whether a conversation exists. Throws the error of the client if that is unknown. */
  async function hasConversation(id: string): Promise<boolean> {
    try {
      await client.conversations.read(id)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false
      throw error
    }
  }

  return {
    client,
    list,
    thread,
    agents,
    draft,
    agent,
    suggestions: computed(() => {
      const last = thread.turns.value.at(-1)
      if (last !== undefined) return last.state.value.suggestions
      if (draft.value.agentId !== '') return agent.value?.suggested_prompts ?? []
      return loadedAgents.value === undefined ? [] : suggestWithoutAgent(loadedAgents.value)
    }),
    ask(text, { isNew } = { isNew: false }) {
      const { mode, agentId } = draft.value
      if (isNew) void thread.open(undefined)
      draft.value = { ...draft.value, text: '' }
      void thread.ask({ q: text, mode, agentId: agentId || undefined })
    },
    async reload() {
      const id = thread.id.value
      // Removes the old turns at once, so that a question that is asked during the reload stays.
      void thread.open(undefined)
      const blank = thread.turns.value
      void loadAgents()
      await list.refresh()
      if (thread.turns.value !== blank || id === undefined) return
      // The list may lack the conversation because of a search or a further page, so the platform
      // is asked. If that fails, `open` shows why.
      const isThere = await hasConversation(id).catch(() => true)
      if (isThere && thread.turns.value === blank) await thread.open(id)
    },
    async reconnect() {
      void loadAgents()
      await list.refresh()
      const id = thread.id.value
      if (id === undefined) return
      const isThere = await hasConversation(id).catch(() => undefined)
      if (isThere === undefined) return
      if (!isThere) {
        if (thread.id.value !== id) return
        void thread.open(undefined)
        thread.error.value = 'The conversation that was open here no longer exists.'
        return
      }
      const link = thread.turns.value.at(-1)?.connection.value
      if (link?.state === 'lost' && gate.isAutomatic.value) await thread.resume(link.cursor)
    },
  }
}
