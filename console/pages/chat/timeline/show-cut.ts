import { effect } from '@preact/signals'
import type { Chat } from '../model/chat.ts'
import type { Desk } from '../model/desk.ts'

/** Asks something, and cuts the connection once the answer begins: a turn is over before one looks. */
export function showCut({ recorder }: Chat, desk: Desk): void {
  desk.ask(desk.offers.value[0] ?? 'Where is my order?')
  const stop = effect(() => {
    const turn = desk.thread.turns.value.at(-1)
    const state = turn?.link.value.state
    const isBefore = turn?.view.value.answer === '' && (state === 'asking' || state === 'open')
    if (isBefore) return
    // What is cut within its own news would be told in the middle of it.
    queueMicrotask(() => {
      stop()
      recorder.cut()
    })
  })
}
