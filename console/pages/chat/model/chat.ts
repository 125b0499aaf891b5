import { computed, type ReadonlySignal, untracked } from '@preact/signals'
import { systemClock, type SystemClock } from '../../../../client/system-clock.ts'
import { createStreamRecorder, type StreamRecorder } from '../timeline/stream-recorder.ts'
import { type Authentication, createAuthentication, type AuthStorage } from './authentication.ts'
import { createSessionStore, type SessionStore } from './session-store.ts'
import { createReconnectGate, type ReconnectGate } from './reconnect-gate.ts'
import { perFrame } from '../../../app/per-frame.ts'
import type { StreamLog } from '../timeline/stream-log.ts'
import { readStored, writeStored } from '../../../app/browser-storage.ts'
import { host } from '../../../app/host.ts'
import { serverReturns } from '../../../app/platform.ts'
import { onWorldReplaced } from '../../../control/saved-world.ts'

/** The chat with one world. */
export type Chat = {
  readonly auth: Authentication
  readonly recorder: StreamRecorder
  /** The log of the recorder to render: the newest one, once per frame of the browser. */
  readonly shownLog: ReadonlySignal<StreamLog>
  readonly reconnectGate: ReconnectGate
  /** `undefined` before the login. */
  readonly session: ReadonlySignal<SessionStore | undefined>
}

function createChat(baseUrl: string, keep: AuthStorage, wall: SystemClock = systemClock): Chat {
  const gate = createReconnectGate(wall)
  const recorder = createStreamRecorder(host.fetch, wall.now)
  const account = createAuthentication(
    { baseUrl, fetch: recorder.fetch, systemClock: gate.systemClock },
    keep,
  )
  const desk = computed(() => {
    const client = account.client.value
    // Signals that are read during creation must not trigger another creation.
    return client && untracked(() => createSessionStore(client, recorder, gate))
  })
  return {
    auth: account,
    recorder,
    shownLog: perFrame(recorder.log, 'timeline'),
    reconnectGate: gate,
    session: desk,
  }
}

/** One chat per world, so that a turn continues to be read while another page is shown. */
const chats = new Map<string, Chat>()

/** Returns the chat of this window with the world at a base URL. */
export function getChat(root: string): Chat {
  const existing = chats.get(root)
  if (existing !== undefined) return existing
  const name = `chat ${root}`
  const keep = { read: () => readStored(name), write: (text?: string) => writeStored(name, text) }
  const chat = createChat(root, keep)
  onWorldReplaced(root, () => void chat.session.value?.reload())
  serverReturns.subscribe((count) => {
    if (count > 0) void untracked(() => chat.session.value)?.reload({ isExpected: false })
  })
  chats.set(root, chat)
  return chat
}
