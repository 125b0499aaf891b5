import type { Client } from '../../../../client/create-client.ts'
import { Code } from '../../../ui/code.tsx'
import { ApprovalCard } from './approval.tsx'
import { CallFold, Fold } from './details.tsx'
import type { Step, TurnView } from './turn-view.ts'

export type StepsProps = { readonly turn: TurnView; readonly client: Client }

/** What the agent did, step by step; decisions that it waits for stand among them. */
export const Steps = ({ turn, client }: StepsProps) => (
  <ol class="steps">
    {turn.steps.map((step, at) => (
      <li key={at} class={`step step-${step.kind}`}>
        <OneStep step={step} turn={turn} client={client} />
      </li>
    ))}
  </ol>
)

function OneStep({ step, turn, client }: StepsProps & { readonly step: Step }) {
  switch (step.kind) {
    case 'thought':
      return <p class="thought">{step.text}</p>
    case 'call':
      return <CallFold call={step.call} />
    case 'approval':
      return (
        <ApprovalCard
          approval={step.approval}
          client={client}
          isAwaited={turn.awaits === step.approval.id}
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
        <Fold summary={<>Unknown event “{step.name}”</>}>
          <Code
            label={`payload of ${step.name}`}
            text={JSON.stringify(step.data, undefined, 2)}
            wrap
          />
        </Fold>
      )
  }
}
