import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { Client } from '../../../../client/create-client.ts'
import type { Conversation } from '../../../../contract/records/conversation.ts'
import { describeError } from './describe-error.ts'

/** The conversations of the signed-in user, loaded page by page. */
export type ConversationList = {
  readonly items: ReadonlySignal<readonly Conversation[]>
  readonly total: ReadonlySignal<number>
  /** The text of the search. An empty text lists all conversations. */
  readonly query: ReadonlySignal<string>
  readonly error: ReadonlySignal<string | undefined>
  refresh(): Promise<void>
  search(query: string): Promise<void>
  loadMore(): Promise<void>
  star(conversation: Conversation): Promise<void>
  /** Throws the error of the client, like `delete`. */
  rename(id: string, title: string): Promise<void>
  delete(id: string): Promise<void>
}

const pageSize = 30

export function createConversationList({ conversations }: Client): ConversationList {
  const items = signal<readonly Conversation[]>([])
  const total = signal(0)
  const query = signal('')
  const error = signal<string>()
  let pages = 1
  let lastReading = 0

  async function runSafely(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      error.value = undefined
    } catch (cause) {
      error.value = describeError(cause)
    }
  }

  const refresh = () =>
    runSafely(async () => {
      const turn = ++lastReading
      const foundItems: Conversation[] = []
      let all = 0
      for (let page = 1; page <= pages; page++) {
        const q = query.value === '' ? undefined : query.value
        const part = await conversations.list({ page, size: pageSize, q })
        foundItems.push(...part.items)
        all = part.total
      }
      // A later request has been sent, so the older results of this request are dropped.
      if (turn !== lastReading) return
      batch(() => {
        items.value = foundItems
        total.value = all
      })
    })

  const replaceItem = (fresh: Conversation) => {
    items.value = items.value.map((each) => (each.id === fresh.id ? { ...each, ...fresh } : each))
  }

  return {
    items,
    total,
    query,
    error,
    refresh,
    search(text) {
      query.value = text.slice(0, 200)
      pages = 1
      return refresh()
    },
    loadMore() {
      pages++
      return refresh()
    },
    star: ({ id, starred }) =>
      runSafely(async () => replaceItem(await conversations.update(id, { starred: !starred }))),
    async rename(id, title) {
      replaceItem(await conversations.update(id, { title }))
    },
    async delete(id) {
      await conversations.delete(id)
      await refresh()
    },
  }
}
