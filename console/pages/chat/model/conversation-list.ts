import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { Client } from '../../../../client/create-client.ts'
import type { Conversation } from '../../../../contract/records/conversation.ts'
import { describeError } from './describe-error.ts'

/** The conversations of whoever is signed in, page after page. */
export type ConversationList = {
  readonly items: ReadonlySignal<readonly Conversation[]>
  readonly total: ReadonlySignal<number>
  /** What is searched for; empty for all. */
  readonly query: ReadonlySignal<string>
  readonly error: ReadonlySignal<string | undefined>
  /** Reads the list anew. */
  refresh(): Promise<void>
  search(query: string): Promise<void>
  loadMore(): Promise<void>
  star(conversation: Conversation): Promise<void>
  rename(id: string, title: string): Promise<void>
  delete(id: string): Promise<void>
}

const pageSize = 30

export function createConversationList({ conversations }: Client): ConversationList {
  const items = signal<readonly Conversation[]>([])
  const total = signal(0)
  const query = signal('')
  const trouble = signal<string>()
  let pages = 1
  let reading = 0

  async function tried(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      trouble.value = undefined
    } catch (error) {
      trouble.value = describeError(error)
    }
  }

  const refresh = () =>
    tried(async () => {
      const turn = ++reading
      const found: Conversation[] = []
      let all = 0
      for (let page = 1; page <= pages; page++) {
        const q = query.value === '' ? undefined : query.value
        const part = await conversations.list({ page, size: pageSize, q })
        found.push(...part.items)
        all = part.total
      }
      // Whoever asked later knows better.
      if (turn !== reading) return
      batch(() => {
        items.value = found
        total.value = all
      })
    })

  const changed = (fresh: Conversation) => {
    items.value = items.value.map((each) => (each.id === fresh.id ? { ...each, ...fresh } : each))
  }

  return {
    items,
    total,
    query,
    error: trouble,
    refresh,
    search(wanted) {
      query.value = wanted.slice(0, 200)
      pages = 1
      return refresh()
    },
    loadMore() {
      pages++
      return refresh()
    },
    star: ({ id, starred }) =>
      tried(async () => changed(await conversations.update(id, { starred: !starred }))),
    rename: (id, title) => tried(async () => changed(await conversations.update(id, { title }))),
    delete: (id) =>
      tried(async () => {
        await conversations.delete(id)
        await refresh()
      }),
  }
}
