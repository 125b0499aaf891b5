import { useState } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { Ticked } from '../../control/ticked.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Failure } from './answers.ts'

type FailuresProps = {
  readonly failures: readonly Failure[]
  /** Leads to the evidence of a check in the report, once there is one. */
  readonly onEvidence: ((check: string) => void) | undefined
}

/** What fails or warns, as it came. */
export function Failures({ failures, onEvidence }: FailuresProps) {
  const [all, setAll] = useState(false)
  if (failures.length === 0) return null
  const shown = all ? failures : failures.slice(0, first)
  return (
    <section class="card stack" aria-labelledby="judge-failures">
      <h2 id="judge-failures">
        What departs from the specification <span class="faint">({failures.length})</span>
      </h2>
      <ul class="judge-failures">
        {shown.map((failure) => (
          <li key={failure.id}>
            <details>
              <summary>
                <Badge tone={failure.verdict === 'warn' ? 'warn' : 'bad'}>{failure.verdict}</Badge>{' '}
                <code>{failure.id}</code> <span class="faint">{failure.clause}</span>
                <span class="judge-says">
                  <Ticked text={failure.says} />
                </span>
              </summary>
              <pre class="judge-message">{failure.message}</pre>
              <Played failure={failure} />
              {onEvidence !== undefined && (
                <Button label={`Evidence of ${failure.id}`} onClick={() => onEvidence(failure.id)}>
                  Evidence
                </Button>
              )}
            </details>
          </li>
        ))}
      </ul>
      {shown.length < failures.length && (
        <div class="row">
          <Button onClick={() => setAll(true)}>Show all {failures.length}</Button>
        </div>
      )}
    </section>
  )
}

/** As many as are read before one looks for what they have in common, in the report. */
const first = 10

/** Whether the server does what it was told: then there is nothing to mend in it. */
const Played = ({ failure: { played } }: { readonly failure: Failure }) =>
  played.length === 0 ? null : (
    <p class="small">
      Played on purpose:{' '}
      {played.map(({ choice, option }) => (
        <a key={choice} href={hrefOf('choices', { id: choice })}>
          <code>
            {choice}: {option}
          </code>
        </a>
      ))}
    </p>
  )
