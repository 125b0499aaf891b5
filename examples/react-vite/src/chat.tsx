import { useRef, useState } from 'react'
import type { Client } from 'agent-understudy/client'
import { ask, type Reply } from './ask.ts'

/** A conversation that grows turn by turn. */
export function Chat({ client }: { readonly client: Client }) {
  const [replies, setReplies] = useState<readonly Reply[]>([])
  const conversationId = useRef<string>(undefined)
  const aborting = useRef<AbortController>(undefined)

  async function send(form: FormData) {
    const question = { q: String(form.get('question')), conversationId: conversationId.current }
    const { signal } = (aborting.current = new AbortController())
    const show = (reply: Reply) => setReplies([...replies, reply])
    show({ text: '', status: 'Thinking…' })
    conversationId.current = await ask(client, question, signal, show)
  }
  return (
    <>
      {replies.map(({ text, status, problem }, index) => (
        <article key={index}>
          <p>{text}</p>
          {status !== undefined && <p role="status">{status}</p>}
          {problem !== undefined && <p role="alert">{problem}</p>}
        </article>
      ))}
      <form action={(form) => void send(form)}>
        <input name="question" aria-label="Question" required />
        <button disabled={replies.at(-1)?.status !== undefined}>Ask</button>
        <button type="button" onClick={() => aborting.current?.abort()}>
          Stop
        </button>
      </form>
    </>
  )
}
