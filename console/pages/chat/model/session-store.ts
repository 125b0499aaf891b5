import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Client } from '../../../../client/create-client.ts'
import type { TurnMode } from '../../../../client/streams/turns.ts'
import type { Agent } from '../../../../contract/records/agent.ts'
import type { StreamRecorder } from '../timeline/stream-recorder.ts'
import { type ConversationList, createConversationList } from './conversation-list.ts'
import { createThread, type Thread } from './thread.ts'

/** What is about to be asked, and of whom. */
export type Draft = {
  readonly text: string
  readonly mode: TurnMode
  readonly agentId: string
}

/** What somebody who is signed in works with. */
export type SessionStore = {
  readonly client: Client
  readonly list: ConversationList
  readonly thread: Thread
  readonly agents: ReadonlySignal<readonly Agent[]>
  readonly draft: Signal<Draft>
  /** The agent that is to be asked; `undefined` for none in particular. */
  readonly agent: ReadonlySignal<Agent | undefined>
  /** Questions to ask next with one press. */
  readonly suggestions: ReadonlySignal<readonly string[]>
  /** Asks whom the draft is for. */
  ask(text: string): void
  /** Reads everything anew, for the world is no longer what it was. */
  reload(): Promise<void>
}

/** What is asked of no agent in particular: scripts of this server know the answers. */
const defaultSuggestions = [
  'Where is my order?',
  'Which market should we enter next year?',
  'Hello, what can you do?',
]

/** A desk for whoever a client calls for. */
export function createSessionStore(client: Client, recorder: StreamRecorder): SessionStore {
  const agents = signal<readonly Agent[]>([])
  const draft = signal<Draft>({ text: '', mode: 'auto', agentId: '' })
  const agent = computed(() => agents.value.find(({ id }) => id === draft.value.agentId))
  const list = createConversationList(client)
  const thread = createThread({ client, recorder, onChange: () => void list.refresh() })
  void list.refresh()
  // Without them one still asks no agent in particular; a key may not be allowed to see any.
  client.agents
    .list({ size: 100 })
    .then(({ items }) => (agents.value = items.filter(({ is_active }) => is_active !== false)))
    .catch(() => undefined)

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
      return draft.value.agentId === ''
        ? defaultSuggestions
        : (agent.value?.suggested_prompts ?? [])
    }),
    ask(text) {
      const { mode, agentId } = draft.value
      draft.value = { ...draft.value, text: '' }
      void thread.ask({ q: text, mode, agentId: agentId || undefined })
    },
    async reload() {
      const id = thread.id.value
      // What is shown was of the world before; what is asked from here on is not, and stays.
      void thread.open(undefined)
      const blank = thread.turns.value
      await list.refresh()
      if (thread.turns.value !== blank) return
      if (list.items.value.some((each) => each.id === id)) await thread.open(id)
    },
  }
}
