import { computed, type ReadonlySignal, untracked } from '@preact/signals'
import { systemWall, type Wall } from '../../../../client/wall.ts'
import { createRecorder, type Recorder } from '../timeline/recorder.ts'
import { type Account, createAccount, type Keep } from './account.ts'
import { createDesk, type Desk } from './desk.ts'
import { createGate, type Gate } from './gate.ts'

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
