import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { BreakCause } from './break-cause.tsx'
import type { SessionStore } from './model/session-store.ts'
import type { TurnConnection } from './model/turn-reader.ts'

type ConnectionNoticeProps = {
  readonly link: TurnConnection
  readonly store: SessionStore
  /** The question of the turn. */
  readonly question: string
}

/** Shows the state of the newest turn's connection, and a way on if it does not work. */
export function ConnectionNotice({ link, store, question }: ConnectionNoticeProps) {
  const { thread } = store
  const askAgain = () => {
    void thread.open(undefined)
    store.ask(question)
  }
  switch (link.state) {
    case 'asking':
      return (
        <p class="small faint" role="status">
          Sending …
        </p>
      )
    case 'broken':
      return (
        <Notice tone="warn" title="The stream broke. ">
          <BreakCause fallback={link.why} /> By the specification, the turn continues without a
          reader.
        </Notice>
      )
    case 'lost':
      return (
        <Notice tone="bad" title="The connection was lost. ">
          <BreakCause fallback={link.why} />{' '}
          <Button onClick={() => void thread.resume(link.cursor)}>
            {link.cursor < 0
              ? 'Read the turn from the start'
              : `Resume after cursor ${link.cursor}`}
          </Button>
        </Notice>
      )
    case 'gone':
      return (
        <Notice tone="bad" title="This conversation no longer exists. ">
          It was deleted, or the server started again without its data.{' '}
          <Button onClick={askAgain}>Ask again in a new conversation</Button>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="bad" title="The platform refused the request. ">
          {link.why}
        </Notice>
      )
    case 'away':
      return (
        <Notice title="This page does not read the turn. ">
          It may still run at the platform.{' '}
          <Button onClick={() => void thread.resume(-1)}>Read the turn from the start</Button>
        </Notice>
      )
    case 'open':
    case 'closed':
      return null
  }
}
