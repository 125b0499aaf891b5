import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals'
import type { Client } from '../../../../client/create-client.ts'
import { systemWall, type Wall } from '../../../../client/wall.ts'
import type { Agent } from '../../../../contract/records/agent.ts'
import { createRecorder, type Recorder } from '../timeline/recorder.ts'
import { type Account, createAccount, type Keep } from './account.ts'
import { type ConversationList, createConversationList } from './conversation-list.ts'
import { createGate, type Gate } from './gate.ts'
import { createThread, type Thread } from './thread.ts'

/** What somebody who is signed in works with. */
export type Desk = {
  readonly client: Client
  readonly list: ConversationList
  readonly thread: Thread
  readonly agents: ReadonlySignal<readonly Agent[]>
}

/** A chat with one world of a platform. */
export type Chat = {
  readonly account: Account
  readonly recorder: Recorder
  readonly gate: Gate
  /** `undefined` before anybody signed in. */
  readonly desk: ReadonlySignal<Desk | undefined>
}

/** A chat with the platform at a base URL. */
export function createChat(baseUrl: string, keep: Keep, wall: Wall = systemWall): Chat {
  const gate = createGate(wall)
  const recorder = createRecorder((url, init) => globalThis.fetch(url, init), wall.now)
  const account = createAccount({ baseUrl, fetch: recorder.fetch, wall: gate.wall }, keep)
  const desk = computed(() => {
    const client = account.client.value
    // What a desk reads while it is made does not make it anew.
    return client && untracked(() => createDesk(client, recorder))
  })
  return { account, recorder, gate, desk }
}

function createDesk(client: Client, recorder: Recorder): Desk {
  const agents = signal<readonly Agent[]>([])
  const list = createConversationList(client)
  const thread = createThread({ client, recorder, onChange: () => void list.refresh() })
  void list.refresh()
  // Without them one still asks no agent in particular; a key may not be allowed to see any.
  client.agents
    .list({ size: 100 })
    .then(({ items }) => (agents.value = items.filter(({ is_active }) => is_active !== false)))
    .catch(() => undefined)
  return { client, list, thread, agents }
}
