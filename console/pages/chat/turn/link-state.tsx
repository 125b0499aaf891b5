import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { Link } from '../model/shown-turn.ts'
import type { Thread } from '../model/thread.ts'

/** What there is to say, and to do, about the connection of the newest turn. */
export function LinkState({ link, thread }: { readonly link: Link; readonly thread: Thread }) {
  switch (link.state) {
    case 'asking':
      return (
        <p class="small faint" role="status">
          Asking …
        </p>
      )
    case 'broken':
      return (
        <Notice tone="warn" title="The stream broke. ">
          {link.why} By the specification the turn goes on without a reader.
        </Notice>
      )
    case 'lost':
      return (
        <Notice tone="bad" title="Lost. ">
          {link.why}{' '}
          <Button onClick={() => void thread.resume(link.cursor)}>
            {link.cursor < 0 ? 'Read it from its beginning' : `Go on behind cursor ${link.cursor}`}
          </Button>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="bad" title="Refused. ">
          {link.why}
        </Notice>
      )
    case 'away':
      return (
        <Notice title="No answer yet. ">
          The turn may still run at the platform.{' '}
          <Button onClick={() => void thread.resume(-1)}>Read it from its beginning</Button>
        </Notice>
      )
    case 'open':
    case 'closed':
      return null
  }
}
