import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { hrefOf, place } from '../../app/location.ts'
import type { CallLine, CallRecord } from '../../control/answers.ts'
import { Refusal } from '../../control/refusal.tsx'
import { Ticked } from '../../control/ticked.tsx'
import { useAsked } from '../../control/use-asked.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Exchange } from './exchange.tsx'
import { Ledger } from './ledger.tsx'
import { ReliedOn } from './relied-on.tsx'
import { sayCaller, Status, StreamState } from './say-call.tsx'

type CallPaneProps = {
  readonly number: string
  /** The same call as the list has it: when it changes, there is more to read. */
  readonly line: CallLine | undefined
}

/** All there is of one call. */
export function CallPane({ number, line }: CallPaneProps) {
  const {
    answer: call,
    refusal,
    again,
  } = useAsked<CallRecord>(`journal/${encodeURIComponent(number)}`)
  const heading = useRef<HTMLHeadingElement>(null)
  const state = line?.stream?.state
  useEffect(again, [state])
  useEffect(() => heading.current?.focus(), [])
  const list = { ...Object.fromEntries(place.value.params), call: undefined }
  return (
    <section class="card stack journal-pane" aria-labelledby="journal-call">
      <div class="row row-middle">
        <h2 id="journal-call" tabIndex={-1} ref={heading}>
          Call {number}
        </h2>
        <a class="button button-quiet push" href={hrefOf('journal', list)}>
          Close
        </a>
      </div>
      <Refusal words={refusal} />
      {call && <Facts call={call} />}
      {call?.explanation && (
        <Notice tone="warn" title="Why">
          <Ticked text={call.explanation} />
        </Notice>
      )}
      {call && (
        <Tabs
          label={`Call ${number}`}
          tabs={[
            { name: 'Exchange', content: <Exchange call={call} /> },
            ...(call.stream === null
              ? []
              : [{ name: `Delivered (${call.stream.events})`, content: <Ledger call={call} /> }]),
            {
              name: `Relied on (${call.relied_on.length})`,
              content: <ReliedOn call={call} />,
            },
          ]}
        />
      )}
    </section>
  )
}

const Facts = ({ call }: { readonly call: CallRecord }) => (
  <>
    <p>
      <Status status={call.status} />{' '}
      <code>
        <b>{call.method}</b> {call.path}
        {call.query === '' ? '' : `?${call.query.replace(/^\?/, '')}`}
      </code>
    </p>
    <dl class="journal-facts">
      <Fact name="Time">
        <Moment iso={call.time} />
      </Fact>
      <Fact name="Operation">{call.endpoint ?? 'none'}</Fact>
      <Fact name="Caller">{sayCaller(call)}</Fact>
      {call.code !== null && <Fact name="Code">{call.code}</Fact>}
      {call.condition !== null && <Fact name="Condition">{call.condition}</Fact>}
      {call.scenario !== null && <Fact name="Scenario">{call.scenario}</Fact>}
      {call.faults.length > 0 && (
        <Fact name="Faults">
          {call.faults.map((fault) => (
            <Badge key={fault} tone="warn">
              {fault}
            </Badge>
          ))}
        </Fact>
      )}
      {call.stream !== null && (
        <Fact name="Stream">
          <StreamState stream={call.stream} />
          <span>{call.stream.bytes.toLocaleString('en-GB')} bytes</span>
        </Fact>
      )}
      <Fact name="Answer began">after {call.ms.toFixed(1)} ms</Fact>
    </dl>
  </>
)

const Fact = (given: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{given.name}</dt>
    <dd>{given.children}</dd>
  </div>
)
