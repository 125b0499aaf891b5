import { useEffect, useState } from 'preact/hooks'
import type { Client } from '../../../../client/create-client.ts'
import { keyHint } from '../../../keys/shortcuts.ts'
import { Badge, type Tone } from '../../../ui/feedback.tsx'
import { Button } from '../../../ui/button.tsx'
import { Code } from '../../../ui/copy.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Timestamp } from '../../../ui/text.tsx'
import { describeError } from '../model/describe-error.ts'
import type { Approval } from './turn-state.ts'

type Status = 'pending' | 'approved' | 'rejected' | 'expired'
const tones: Readonly<Record<Status, Tone>> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  expired: 'plain',
}

type ApprovalCardProps = {
  readonly approval: Approval
  readonly client: Client
  /** Whether the turn still waits for the decision. */
  readonly isAwaited: boolean
}

/** A tool call that waits for approval, with buttons to decide. */
export function ApprovalCard({ approval, client, isAwaited }: ApprovalCardProps) {
  const { id, tool, input, timeoutAt, channel } = approval
  const [status, setStatus] = useState<Status>('pending')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  // Another client may have decided already, so the state is read from the platform.
  useEffect(() => {
    if (isAwaited || status !== 'pending') return
    client.confirmations.read(id).then(
      (found) => setStatus(found.status),
      () => undefined,
    )
  }, [isAwaited, status, id, client])

  async function decide(respond: () => Promise<{ readonly status: Status }>) {
    setIsBusy(true)
    try {
      setStatus((await respond()).status)
      setError(undefined)
    } catch (cause) {
      setError(describeError(cause))
    } finally {
      setIsBusy(false)
    }
  }
  const approve = () => decide(() => client.confirmations.approve(id))
  const reject = () => decide(() => client.confirmations.reject(id, reason || undefined))

  return (
    <section class={`approval is-${status} card stack`} aria-label={`Approval of ${tool}`}>
      <p class="row row-middle" role="status">
        <strong>
          {status === 'pending' ? 'The agent asks to call' : 'The agent asked to call'}{' '}
          <code>{tool}</code>
        </strong>
        <Badge tone={tones[status]}>{status}</Badge>
      </p>
      <Code label={`input of ${tool}`} text={JSON.stringify(input, undefined, 2)} wrap />
      {status === 'pending' && isAwaited && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault()
            void reject()
          }}
        >
          <Button kind="primary" busy={isBusy} shortcut={keyHint('a')} onClick={approve}>
            Approve
          </Button>
          <TextField
            label="Reason"
            hideLabel
            placeholder="Reason (optional)"
            value={reason}
            onValue={setReason}
          />
          <Button kind="danger" type="submit" busy={isBusy} shortcut={keyHint('d')}>
            Reject
          </Button>
        </form>
      )}
      {status === 'pending' && (
        <p class="small faint">
          {channel !== undefined && `It is decided in ${channel}. `}
          {timeoutAt !== undefined && (
            <>
              It expires at <Timestamp iso={timeoutAt} />.
            </>
          )}
        </p>
      )}
      {error !== undefined && (
        <p class="bad" role="alert">
          {error}
        </p>
      )}
    </section>
  )
}
