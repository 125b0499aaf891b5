import type { Client, Question } from 'agent-understudy/client'

/** The parts of a turn that a page shows. */
export type Reply = {
  readonly text: string
  /** The current activity, until the turn ends. */
  readonly status?: string | undefined
  readonly problem?: string
}
type Show = (reply: Reply) => void

/** Runs a turn and shows its growing reply; returns the id of its conversation. */
export async function ask(client: Client, question: Question, signal: AbortSignal, show: Show) {
  let reply: Reply = { text: '', status: 'Thinking…' }
  const change = (changes: Partial<Reply>) => show((reply = { ...reply, ...changes }))
  const onReconnect = () => change({ status: 'Reconnecting…' })
  const turn = client.react(question, { signal, onReconnect })
  try {
    for await (const { event, data } of turn) {
      if (event === 'step' && data.type === 'iteration') change({ status: `Using ${data.tool}…` })
      if (event === 'answer' && data.type === 'delta')
        change({ status: 'Answering…', text: reply.text + data.text })
      if (event === 'done') change({ text: data.answer })
    }
    change({ status: undefined })
  } catch (error) {
    const problem = signal.aborted ? 'Stopped.' : `Interrupted: ${(error as Error).message}`
    change({ status: undefined, problem })
  }
  return turn.conversationId
}
