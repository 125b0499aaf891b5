import { hrefOf } from '../../app/location.ts'
import { isSpent, useSteered, useWatchOverSteered } from '../../control/steered.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { sayEffect, sayMatch } from './say-fault.ts'
import './active.css'

/** A line on every page that says what is steered: faults that can strike, a clock that is not real. */
export function ActiveLine() {
  useWatchOverSteered()
  const steered = useSteered()
  const faults = steered?.faults.filter((fault) => !isSpent(fault)) ?? []
  const [first] = faults
  const time = steered?.time
  const isReal = time === undefined || (!time.frozen && time.scale === 1)
  return (
    <div
      role="status"
      class="active-line"
      data-active={first === undefined && isReal ? undefined : ''}
    >
      {first !== undefined && (
        <a href={hrefOf('faults')}>
          <Badge tone="warn">{faults.length === 1 ? '1 fault' : `${faults.length} faults`}</Badge>
          <span class="active-text">
            {sayEffect(first)} · {sayMatch(first)}
          </span>
        </a>
      )}
      {!isReal && (
        <a href={hrefOf('clock')}>
          <Badge tone="warn">{time.frozen ? 'clock frozen' : `clock × ${time.scale}`}</Badge>
          {time.frozen && (
            <span class="active-text">
              <Moment iso={time.now} />
            </span>
          )}
        </a>
      )}
    </div>
  )
}
