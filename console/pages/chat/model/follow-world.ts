import { controlAt } from '../../../app/platform.ts'
import { ControlError } from '../../../control/client.ts'
import type { SessionStore } from './session-store.ts'

/**
 * Returns a function that shows what other tabs and clients have changed: the list of conversations,
 * and new turns of the open one. It looks through the control API, because calls of the platform would
 * fill the journal, and some of them change the world.
 */
export function createWorldFollower(root: string, session: () => SessionStore | undefined) {
  let seenList: string | undefined
  let seenTurns: string | undefined

  async function followList({ client, list }: SessionStore): Promise<void> {
    const { items, total } = await controlAt(root).call('GET records/{kind}', {
      params: { kind: 'conversations' },
      query: { owner: client.session?.user?.email, order: 'newest', size: 30 },
    })
    const seen = JSON.stringify([total, items.map(({ id, title }) => [id, title])])
    const isChanged = seenList !== seen
    seenList = seen
    const shown = list.items.value
    const isShown = items.every((item) =>
      shown.some(({ id, title }) => id === item.id && title === item['title']),
    )
    if (isChanged && !(isShown && list.total.value === total)) await list.refresh()
  }

  async function followThread({ thread }: SessionStore): Promise<void> {
    const id = thread.id.value
    if (id === undefined || thread.isBusy.value) return
    const control = controlAt(root)
    try {
      await control.call('GET records/{kind}/{id}', { params: { kind: 'conversations', id } })
    } catch (error) {
      if (error instanceof ControlError && error.status === 404 && thread.id.value === id)
        thread.error.value =
          'This conversation was deleted elsewhere. You see what was loaded before.'
      return
    }
    const query = { owner: id, q: '"role":"user"', size: 1 }
    const { total } = await control.call('GET records/{kind}', {
      params: { kind: 'messages' },
      query,
    })
    const seen = `${id} ${total}`
    if (seen === seenTurns || total <= thread.turns.value.length) return
    seenTurns = seen
    await thread.extend()
  }

  return async (): Promise<void> => {
    const store = session()
    if (store === undefined) return
    // Without the control API or the server, the frame says so.
    await Promise.all([followList(store), followThread(store)]).catch(() => undefined)
  }
}
