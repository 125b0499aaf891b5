import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { systemClock } from '../../../../client/system-clock.ts'
import { createStreamRecorder, type StreamRecorder } from '../timeline/stream-recorder.ts'
import { type Authentication, createAuthentication } from './authentication.ts'
import { createSessionStore, type Draft, type SessionStore } from './session-store.ts'
import { createReconnectGate, type ReconnectGate } from './reconnect-gate.ts'
import { perFrame } from '../../../app/per-frame.ts'
import type { StreamLog } from '../timeline/stream-log.ts'
import { readStored, writeStored } from '../../../app/browser-storage.ts'
import { host } from '../../../app/host.ts'
import {
  isKnownWorld,
  serverReturnCount,
  worldChangeCount,
  controlAtRoot,
} from '../../../app/platform.ts'
import { existingHeader, ControlError } from '../../../control/client.ts'
import { onWorldReplaced } from '../../../control/saved-world.ts'

/** The chat of this window with one world. */
export type Chat = {
  readonly auth: Authentication
  readonly recorder: StreamRecorder
  /** The log of the recorder, for rendering. It changes at most once per frame of the browser. */
  readonly shownLog: ReadonlySignal<StreamLog>
  readonly reconnectGate: ReconnectGate
  /** The state of the chat after the login; `undefined` before the login. */
  readonly session: ReadonlySignal<SessionStore | undefined>
}

function createChat(baseUrl: string): Chat {
  const gate = createReconnectGate(systemClock)
  const recorder = createStreamRecorder(
    (url, init) => fetchForChat(baseUrl, url, init),
    systemClock.now,
  )
  const name = `chat ${baseUrl}`
  // The fake of a panel runs in the page, so other tabs have no sessions of this platform.
  const tabs = host.isPanel === true ? undefined : new BroadcastChannel(`understudy.${name}`)
  const draft = signal<Draft>({ text: '', mode: 'auto', agentId: '' })
  const auth = createAuthentication(
    { baseUrl, fetch: recorder.fetch, systemClock: gate.systemClock },
    {
      read: () => readStored(name),
      write: (text) => writeStored(name, text),
      share: (renewal) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target.
        tabs?.postMessage(renewal)
      },
      onShared: (apply) => tabs?.addEventListener('message', ({ data }) => apply(data)),
    },
    () => {
      // A question that was refused because the session had ended becomes the draft again.
      const last = session.peek()?.thread.turns.peek().at(-1)
      if (last?.connection.peek().state === 'asking' && draft.peek().text === '')
        draft.value = { ...draft.peek(), text: last.latestState.peek().question }
    },
  )
  const session: ReadonlySignal<SessionStore | undefined> = computed(() => {
    const client = auth.client.value
    // Signals are not tracked here, because their changes must not create a second store for this
    // client.
    return client && untracked(() => createSessionStore(client, recorder, gate, draft))
  })
  return {
    auth,
    recorder,
    shownLog: perFrame(
      recorder.log,
      'timeline',
      ({ connections }) => connections.at(-1)?.endedAt !== undefined,
    ),
    reconnectGate: gate,
    session,
  }
}

/** One chat per world. A chat continues to read its turn while another page is shown. */
const chats = new Map<string, Chat>()

/** Returns the chat of this window with the world at a base URL. Creates it on the first call. */
export function getChat(root: string): Chat {
  const existing = chats.get(root)
  if (existing !== undefined) return existing
  const chat = createChat(root)
  onWorldReplaced(root, () => void chat.session.value?.reload())
  const session = () => untracked(() => chat.session.value)
  serverReturnCount.subscribe((count) => {
    if (count > 0) void session()?.reconnect()
  })
  const follow = createWorldFollower(root, session)
  worldChangeCount.subscribe((count) => {
    if (count > 0) void untracked(follow)
  })
  chats.set(root, chat)
  return chat
}

/** Sends a request of the chat. A world that was deleted elsewhere is not created again. */
function fetchForChat(root: string, url: string, init: RequestInit): Promise<Response> {
  if (!isKnownWorld(root)) return host.fetch(url, init)
  const headers = new Headers(init.headers)
  headers.set(existingHeader, 'true')
  return host.fetch(url, { ...init, headers })
}

/**
 * Returns a function that shows what other tabs and clients changed: the list of conversations, and
 * new turns of the open conversation. The function reads the control API, because platform calls
 * would fill the journal, and some platform calls change the world.
 */
function createWorldFollower(root: string, session: () => SessionStore | undefined) {
  let seenList: string | undefined
  let seenTurns: string | undefined

  async function refreshChangedList({ client, list }: SessionStore): Promise<void> {
    const { items, total } = await controlAtRoot(root).call('GET records/{kind}', {
      params: { kind: 'conversations' },
      query: { owner: client.session?.user?.email, order: 'newest', size: 30 },
    })
    const listState = JSON.stringify([total, items.map(({ id, title }) => [id, title])])
    const isChanged = seenList !== listState
    seenList = listState
    const shownItems = list.items.value
    const isShown = items.every((item) =>
      shownItems.some(({ id, title }) => id === item.id && title === item['title']),
    )
    if (isChanged && !(isShown && list.total.value === total)) await list.refresh()
  }

  async function addNewTurns({ thread }: SessionStore): Promise<void> {
    const id = thread.id.value
    if (id === undefined || thread.isBusy.value) return
    const control = controlAtRoot(root)
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
    const threadState = `${id} ${total}`
    if (threadState === seenTurns || total <= thread.countStoredTurns()) return
    seenTurns = threadState
    await thread.addNewTurns()
  }

  return async (): Promise<void> => {
    const store = session()
    if (store === undefined) return
    // Errors are ignored: a notice on the page says that the control API or server is gone.
    await Promise.all([refreshChangedList(store), addNewTurns(store)]).catch(() => undefined)
  }
}
