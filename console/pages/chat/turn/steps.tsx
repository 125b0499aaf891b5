import type { Client } from '../../../../client/create-client.ts'
import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Code } from '../../../ui/copy.tsx'
import { ApprovalCard } from './approval.tsx'
import type { Step, TurnState, ToolCall } from './turn-state.ts'
import type { ComponentChildren } from 'preact'
import { Badge } from '../../../ui/feedback.tsx'
import { prettyJson } from '../../../ui/text.tsx'

type StepsProps = { readonly turn: TurnState; readonly client: Client }

/** The steps of the agent, including tool calls that wait for approval. */
export function Steps({ turn, client }: StepsProps) {
  const [count, setCount] = useState(stepsAtOnce)
  const hidden = Math.max(0, turn.steps.length - count)
  return (
    <>
      {hidden > 0 && (
        <Button onClick={() => setCount(count + stepsAtOnce)}>
          Show earlier steps ({hidden.toLocaleString('en')})
        </Button>
      )}
      <ol class="steps" start={hidden + 1}>
        {turn.steps.slice(hidden).map((step, at) => (
          <li key={hidden + at} class={`step step-${step.kind}`}>
            <OneStep step={step} turn={turn} client={client} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** So many of the newest steps are shown; a button shows as many more. */
const stepsAtOnce = 50

function OneStep({ step, turn, client }: StepsProps & { readonly step: Step }) {
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

const asText = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

/** A summary line that expands to show its content. */
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

/** A tool call: its name and state, and its input and result when expanded. */
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
      {input !== undefined && <Code label={`input of ${tool}`} text={asText(input)} wrap />}
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

export const formatSeconds = (seconds: number) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
