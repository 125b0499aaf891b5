import type { Client } from '../../../../client/create-client.ts'
import { useContext, useState, useEffect } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Code } from '../../../ui/copy.tsx'
import type { Step, TurnState, ToolCall, Approval } from './turn-state.ts'
import type { ComponentChildren } from 'preact'
import { Badge, Notice, type Tone } from '../../../ui/feedback.tsx'
import { Facts, TimeAgo, Timestamp } from '../../../ui/text.tsx'
import { keyHint } from '../../../keys/shortcuts.ts'
import { Form, TextField } from '../../../ui/fields.tsx'
import { useMutation } from '../../../control/hooks.ts'
import { describeError } from '../model/describe-error.ts'
import { prettyJson } from '../../../ui/format.ts'
import { formatSeconds } from '../../../ui/describe-time.ts'
import { useWorldNow } from '../../../control/world-status.ts'
import { objectIn } from '../../../../contract/json.ts'
import { AudienceContext } from '../../../app/audience.ts'

type StepsProps = { readonly turn: TurnState; readonly client: Client }

/** Lists the steps of the agent, including tool calls that wait for approval. */
export function Steps({ turn, client }: StepsProps) {
  const [count, setCount] = useState(stepsAtOnce)
  const hiddenCount = Math.max(0, turn.steps.length - count)
  return (
    <>
      {hiddenCount > 0 && (
        <Button onClick={() => setCount(count + stepsAtOnce)}>
          Show earlier steps ({hiddenCount.toLocaleString('en')})
        </Button>
      )}
      <ol class="steps" start={hiddenCount + 1}>
        {turn.steps.slice(hiddenCount).map((step, at) => (
          <li key={hiddenCount + at} class={`step step-${step.kind}`}>
            <StepView step={step} turn={turn} client={client} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** At first, only this many of the newest steps are shown. A button shows as many more. */
const stepsAtOnce = 50

function StepView({ step, turn, client }: StepsProps & { readonly step: Step }) {
  switch (step.kind) {
    case 'thought':
      return <p class="thought">{step.text}</p>
    case 'call':
      return <ToolCallDetails call={step.call} />
    case 'approval':
      return (
        <ApprovalCard
          approval={step.approval}
          client={client}
          isAwaited={turn.awaitedConfirmation === step.approval.id}
        />
      )
    case 'inject':
      return (
        <p class="small">
          <strong>You added:</strong> {step.text}
        </p>
      )
    case 'compact':
      return (
        <p class="small faint">
          The agent shortened its memory of the conversation
          {step.from !== undefined && `: ${step.to} of ${step.from} messages are kept`}.
        </p>
      )
    case 'failed':
      return (
        <Notice tone="bad" title="The turn failed. ">
          {step.message}
        </Notice>
      )
    case 'unknown':
      return (
        <Disclosure summary={<>Unknown event “{step.name}”</>}>
          <Code
            label={`payload of ${step.name}`}
            text={JSON.stringify(step.data, undefined, 2)}
            wrap
          />
        </Disclosure>
      )
  }
}

const toText = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

/** A summary line that expands to show more content. */
const Disclosure = (props: {
  readonly summary: ComponentChildren
  readonly open?: boolean
  readonly children: ComponentChildren
}) => (
  <details class="fold" open={props.open}>
    <summary>{props.summary}</summary>
    <div class="fold-body">{props.children}</div>
  </details>
)

/** Shows the name and the state of a tool call. When expanded, also shows its input and result. */
export function ToolCallDetails({ call }: { readonly call: ToolCall }) {
  const { tool, input, reasoning, observation, error, seconds, state } = call
  return (
    <Disclosure
      summary={
        <>
          <span class={`step-sign is-${state}`} aria-hidden="true" />
          <code>{tool}</code> <ToolCallState state={state} seconds={seconds} />
        </>
      }
    >
      {reasoning !== undefined && <p>{reasoning}</p>}
      {input !== undefined && <Code label={`input of ${tool}`} text={toText(input)} wrap />}
      {observation !== undefined && observation !== '' && (
        <Code label={`what ${tool} returned`} text={prettyJson(observation)} wrap />
      )}
      {error !== undefined && error !== '' && <p class="bad">{error}</p>}
    </Disclosure>
  )
}

function ToolCallState({ state, seconds }: Pick<ToolCall, 'state' | 'seconds'>) {
  if (state === 'running') return <Badge tone="info">running</Badge>
  if (state === 'failed') return <Badge tone="bad">failed</Badge>
  return <span class="faint small">{seconds === undefined ? 'done' : formatSeconds(seconds)}</span>
}

type Status = 'pending' | 'approved' | 'rejected' | 'expired'
const toneByStatus: Readonly<Record<Status, Tone>> = {
  pending: 'warn',
  approved: 'good',
  rejected: 'bad',
  expired: 'plain',
}

type ApprovalCardProps = {
  readonly approval: Approval
  readonly client: Client
  /** Whether the turn still waits for the user's decision about this tool call. */
  readonly isAwaited: boolean
}

/** Formats an argument of a tool call for an audience: `order_id` becomes “order id”. */
const toFact = ([name, value]: readonly [string, unknown]) =>
  [name.replaceAll('_', ' '), toText(value)] as const

/** A tool call that waits for approval, with buttons to decide. */
function ApprovalCard({ approval, client, isAwaited }: ApprovalCardProps) {
  const { id, tool, input, timeoutAt, channel } = approval
  const [status, setStatus] = useState<Status>('pending')
  const [reason, setReason] = useState('')
  const { run, error, busy: isBusy } = useMutation(describeError)
  const isForAudience = useContext(AudienceContext)
  const now = useWorldNow()
  // Another client may have decided already, so the state is read from the platform.
  useEffect(() => {
    if (isAwaited || status !== 'pending') return
    client.confirmations.read(id).then(
      (found) => setStatus(found.status),
      () => undefined,
    )
  }, [isAwaited, status, id, client])

  const decide = (respond: () => Promise<{ readonly status: Status }>) =>
    run(async () => setStatus((await respond()).status))
  const approve = () => decide(() => client.confirmations.approve(id))
  const reject = () => decide(() => client.confirmations.reject(id, reason || undefined))

  return (
    <section class={`approval is-${status} card stack`} aria-label={`Approval of ${tool}`}>
      <p class="row row-middle" role="status">
        <strong>
          {status === 'pending' ? 'The agent asks to call' : 'The agent asked to call'}{' '}
          <code>{tool}</code>
        </strong>
        <Badge tone={toneByStatus[status]}>{status}</Badge>
      </p>
      {isForAudience ? (
        <Facts class="approval-facts" facts={Object.entries(objectIn(input)).map(toFact)} />
      ) : (
        <Code label={`input of ${tool}`} text={JSON.stringify(input, undefined, 2)} wrap />
      )}
      {status === 'pending' && isAwaited && (
        <Form class="row" onSubmit={reject}>
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
        </Form>
      )}
      {status === 'pending' && (
        <p class="small faint">
          {channel !== undefined && `It is decided in ${channel}. `}
          {timeoutAt !== undefined && (
            <>
              It expires{' '}
              {isForAudience ? (
                <TimeAgo iso={timeoutAt} now={now} />
              ) : (
                <>
                  at <Timestamp iso={timeoutAt} />
                </>
              )}
              .
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
