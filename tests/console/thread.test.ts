import { type ReadonlySignal, signal } from '@preact/signals'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createReconnectGate } from '../../console/pages/chat/model/reconnect-gate.ts'
import { createStreamRecorder } from '../../console/pages/chat/timeline/stream-recorder.ts'
import { clientOf, instantClock, signedIn } from '../support/client-of.ts'
import { shortStory } from '../support/short-story.ts'
import { mountInProcess } from '../support/transports.ts'

/** The parts of a conversation and of its store that these tests use. */
type Thread = {
  readonly id: ReadonlySignal<string | undefined>
  readonly isBusy: ReadonlySignal<boolean>
  readonly turns: ReadonlySignal<
    readonly {
      readonly latestState: ReadonlySignal<{ readonly question: string }>
      readonly connection: ReadonlySignal<{ readonly state: string }>
    }[]
  >
  countStoredTurns(): number
  open(id: string | undefined): Promise<void>
  ask(question: { q: string; mode: 'react'; agentId: undefined }): Promise<void>
  addNewTurns(): Promise<void>
  resume(cursor: number): Promise<void>
  stopReading(): void
}
type SessionStore = {
  readonly thread: Thread
  readonly list: { readonly items: ReadonlySignal<object[]>; search(query: string): Promise<void> }
  reload(): Promise<void>
}

// A variable, because these tests are checked without the types of a browser.
const storePath = '../../console/pages/chat/model/session-store.ts'
const { createSessionStore } = (await import(storePath)) as {
  createSessionStore(...parts: readonly unknown[]): SessionStore
}

// Node draws no frames, so updates of a page run at once.
const runSoon = (run: () => void) => {
  queueMicrotask(run)
  return 0
}
beforeAll(() => {
  vi.stubGlobal('window', { setTimeout: runSoon })
  vi.stubGlobal('requestAnimationFrame', runSoon)
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
})
afterAll(() => void vi.unstubAllGlobals())

const tellMe = { q: 'Tell me', mode: 'react', agentId: undefined } as const

/** Starts a fake whose turns wait for its clock; `openChat` opens the chat of a user in a window. */
async function begin() {
  const mounted = mountInProcess({ scenarios: [shortStory], speed: 1 })
  onTestFinished(() => mounted.fake.close())
  const { clock, runningTurns } = mounted.fake.world()
  clock.freeze()
  const { session } = await signedIn(mounted)
  const openChat = () => {
    const recorder = createStreamRecorder(
      (url, init) => mounted.fetch(new Request(url, init)),
      () => 0,
    )
    const client = clientOf(mounted, { session, fetch: recorder.fetch })
    const draft = signal({ text: '', mode: 'react' as const, agentId: '' })
    return createSessionStore(client, recorder, createReconnectGate(instantClock), draft)
  }
  /** Asks a question, and lets its turn play to its end. */
  const askAndFinish = async (thread: Thread, q: string = tellMe.q) => {
    const asking = thread.ask({ ...tellMe, q })
    await expect.poll(() => runningTurns.size).toBe(1)
    clock.advance(600_000)
    await asking
  }
  return { control: mounted.fake.control(), clock, runningTurns, openChat, askAndFinish }
}

const turnsOf = ({ turns }: Thread) => turns.value.map(({ latestState }) => latestState.value)
const questionsOf = (thread: Thread) => turnsOf(thread).map(({ question }) => question)

describe('the open conversation of the chat', () => {
  it('a question that is asked twice keeps its second answer if the page is reloaded while it runs', async () => {
    const { clock, runningTurns, openChat, askAndFinish } = await begin()
    const { thread } = openChat()
    await askAndFinish(thread)
    const asking = thread.ask(tellMe)
    await expect.poll(() => runningTurns.size).toBe(1)
    const reloaded = openChat().thread
    const opening = reloaded.open(thread.id.value)
    await expect.poll(() => reloaded.isBusy.value).toBe(true)
    clock.advance(600_000)
    await Promise.all([asking, opening])
    const complete = { question: 'Tell me', answer: 'That is the end.', isOver: true }
    expect(turnsOf(reloaded)).toMatchObject([complete, complete])
  })

  it('a turn that another window starts is shown below a question that the platform refused', async () => {
    const { control, openChat, askAndFinish } = await begin()
    const { thread } = openChat()
    await askAndFinish(thread)
    const effect = { error: { code: 'rate_limit_exceeded' } } as const
    control.faults.add({ match: { endpoint: 'chat.react' }, times: 1, effect })
    await thread.ask({ ...tellMe, q: 'Tell me too much' })
    const other = openChat().thread
    await other.open(thread.id.value)
    await askAndFinish(other, 'Tell me more')
    expect(thread.countStoredTurns()).toBe(1)
    await thread.addNewTurns()
    expect(questionsOf(thread)).toEqual(['Tell me', 'Tell me too much', 'Tell me more'])
  })

  it('two refused questions in a new chat create only one conversation', async () => {
    const { control, openChat } = await begin()
    const { thread } = openChat()
    const { total } = control.records.list('conversations')
    const effect = { error: { code: 'rate_limit_exceeded' } } as const
    control.faults.add({ match: { endpoint: 'chat.react' }, effect })
    await thread.ask(tellMe)
    await thread.ask(tellMe)
    expect(control.records.list('conversations').total).toBe(total + 1)
  })

  it('the first turn of a conversation can be read if its stream was lost before its first event', async () => {
    const { control, clock, runningTurns, openChat } = await begin()
    const { thread } = openChat()
    control.faults.add([
      { match: { endpoint: 'chat.react' }, effect: { stream: { cut: { at_byte: 0 } } } },
      { match: { endpoint: 'chat.resume' }, effect: { error: { code: 'rate_limit_exceeded' } } },
    ])
    await thread.ask(tellMe)
    expect(runningTurns.size).toBe(1)
    expect(thread.turns.value.at(-1)?.connection.value.state).toBe('lost')
    control.faults.clear()
    const resuming = thread.resume(-1)
    await expect.poll(() => thread.isBusy.value).toBe(true)
    clock.advance(600_000)
    await resuming
    expect(turnsOf(thread)).toMatchObject([{ answer: 'That is the end.', isOver: true }])
  })

  it('a running turn whose resume was refused is not shown a second time', async () => {
    const { control, runningTurns, openChat } = await begin()
    const { thread } = openChat()
    const asking = thread.ask(tellMe)
    onTestFinished(() => asking)
    await expect.poll(() => thread.id.value).toBeDefined()
    expect(runningTurns.size).toBe(1)
    const effect = { error: { code: 'rate_limit_exceeded' } } as const
    control.faults.add({ match: { endpoint: 'chat.resume' }, effect })
    const reloaded = openChat().thread
    await reloaded.open(thread.id.value)
    expect(reloaded.turns.value.at(-1)?.connection.value.state).toBe('refused')
    await reloaded.addNewTurns()
    expect(questionsOf(reloaded)).toEqual(['Tell me'])
    thread.stopReading()
  })

  it('after a reset of the world, the conversation stays open unless it is gone, whatever the list shows', async () => {
    const { control, openChat, askAndFinish } = await begin()
    const { thread, list, reload } = openChat()
    await askAndFinish(thread)
    const id = thread.id.value ?? ''
    await list.search('nothing like it')
    expect(list.items.value).toEqual([])
    await reload()
    expect([thread.id.value, questionsOf(thread)]).toEqual([id, ['Tell me']])
    control.records.remove('conversations', id)
    await reload()
    expect([thread.id.value, questionsOf(thread)]).toEqual([undefined, []])
  })
})
