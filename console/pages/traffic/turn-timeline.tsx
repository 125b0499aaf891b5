import { useMemo, useRef } from 'preact/hooks'
import { Notice } from '../../ui/feedback.tsx'
import { LongList } from '../../ui/long-list.tsx'
import { type PayloadProps, TimelineLine } from '../chat/timeline/connection-view.tsx'
import { reportTurn } from '../chat/timeline/stream-report.ts'
import { FilterFields, useTimelineRows } from '../chat/timeline/timeline-filter.tsx'
import { toWaterfall, turnOfLog } from '../chat/timeline/waterfall.ts'
import { WaterfallView } from '../chat/timeline/waterfall-view.tsx'
import { partsOfBody } from './mark-text.ts'
import { MarkedCode } from './marked-text.tsx'
import type { RecordedStream } from './reading/exchange-details.ts'
import { logOfTurn } from './turn-log.ts'

/** The frames of a recorded turn on a time axis, over all its connections. */
export function TurnTimeline({ streams }: { readonly streams: readonly RecordedStream[] }) {
  const log = useMemo(() => logOfTurn(streams), [streams])
  const waterfall = useMemo(() => toWaterfall(log, turnOfLog(log).spans), [log])
  const { rows, revealed, reveal, filter, setFilter } = useTimelineRows(log)
  const list = useRef<HTMLDivElement>(null)
  const report = useMemo(() => reportTurn(log), [log])
  const isTimed = streams.every((stream) => stream.isTimed)
  return (
    <section class="timeline traffic-turn stack" aria-labelledby="traffic-turn">
      <h3 id="traffic-turn">
        {streams.length === 1 ? 'Frames' : `Frames of the turn, over ${streams.length} connections`}
      </h3>
      {!isTimed && (
        <Notice tone="warn">
          The recording has no times of frames: they stand at the end of the response.
        </Notice>
      )}
      <FilterFields filter={filter} onFilter={setFilter} />
      <WaterfallView waterfall={waterfall} filter={filter} onReveal={reveal} tools={null} />
      <div ref={list} class="timeline-log" tabIndex={0} role="region" aria-label="List of frames">
        <LongList
          rows={rows}
          within={list}
          reveal={revealed}
          rowHeight={20}
          keyOf={({ key }) => key}
          render={(row) => <TimelineLine row={row} Payload={MarkedPayload} />}
        />
      </div>
      {report !== undefined && (
        <Notice tone={report.isComplete ? 'good' : 'warn'} title="The whole turn: ">
          {report.sentences.join(' ')}
        </Notice>
      )}
    </section>
  )
}

const MarkedPayload = ({ label, text }: PayloadProps) => (
  <MarkedCode label={label} parts={partsOfBody(text, '')} />
)
