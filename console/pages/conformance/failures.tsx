import { useState } from 'preact/hooks'
import type { CheckFailure } from '../../../contract/control/conformance.ts'
import { hrefOf } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { formatCount } from '../../ui/format-count.ts'

type FailuresProps = {
  readonly failures: readonly CheckFailure[]
  /** Opens the evidence of a check, as soon as the report exists. */
  readonly onEvidence: ((check: string) => void) | undefined
  /** Runs only this check again; `undefined` during a run. */
  readonly onRepeat: ((check: string) => void) | undefined
}

type Cause = readonly [title: string, failures: readonly CheckFailure[]]

/** The number of causes shown at first. */
const shownAtFirst = 10

/** The deviations by their likely cause: failures first, then warnings, the most checks first. */
export function Failures({ failures, onEvidence, onRepeat }: FailuresProps) {
  const [all, setAll] = useState(false)
  if (failures.length === 0) return null
  const causes = groupByCause(failures)
  const shown = all ? causes : causes.slice(0, shownAtFirst)
  return (
    <section class="card stack" aria-labelledby="conformance-failures">
      <h2 id="conformance-failures">
        Deviations from the specification{' '}
        <span class="faint">
          ({formatCount(failures.length, 'check')}, {formatCount(causes.length, 'cause')})
        </span>
      </h2>
      {shown.map(([title, group]) => (
        <section key={title} class="conformance-cause" aria-label={title}>
          <h3>
            <Badge tone={toneOf(group)}>{formatCount(group.length, 'check')}</Badge>{' '}
            <TextWithCode text={title} />
          </h3>
          <ul class="conformance-failures">
            {group.map((failure) => (
              <FailureItem
                key={failure.id}
                failure={failure}
                isTitled={failure.says === title}
                onEvidence={onEvidence}
                onRepeat={onRepeat}
              />
            ))}
          </ul>
        </section>
      ))}
      {shown.length < causes.length && (
        <div class="row">
          <Button onClick={() => setAll(true)}>Show all {causes.length} causes</Button>
        </div>
      )}
    </section>
  )
}

const isWarning = (group: readonly CheckFailure[]) =>
  group.every(({ verdict }) => verdict === 'warn')

const toneOf = (group: readonly CheckFailure[]) => (isWarning(group) ? 'warn' : 'bad')

function groupByCause(failures: readonly CheckFailure[]): readonly Cause[] {
  const groups = new Map<string, CheckFailure[]>()
  for (const failure of failures)
    groups.set(failure.cause, [...(groups.get(failure.cause) ?? []), failure])
  return [...groups].toSorted(
    ([, a], [, b]) => Number(isWarning(a)) - Number(isWarning(b)) || b.length - a.length,
  )
}

type FailureItemProps = {
  readonly failure: CheckFailure
  /** Whether the title of the cause has the text of the rule already. */
  readonly isTitled: boolean
  readonly onEvidence: FailuresProps['onEvidence']
  readonly onRepeat: FailuresProps['onRepeat']
}

const FailureItem = ({ failure, isTitled, onEvidence, onRepeat }: FailureItemProps) => (
  <li>
    <details>
      <summary>
        <Badge tone={failure.verdict === 'warn' ? 'warn' : 'bad'}>{failure.verdict}</Badge>{' '}
        <code>{failure.id}</code> <span class="faint">{failure.clause}</span>
        {!isTitled && (
          <span class="conformance-says">
            <TextWithCode text={failure.says} />
          </span>
        )}
      </summary>
      <pre class="conformance-message">{failure.message}</pre>
      <DeliberatePicks failure={failure} />
      <div class="row">
        {onEvidence !== undefined && (
          <Button label={`Evidence of ${failure.id}`} onClick={() => onEvidence(failure.id)}>
            Evidence
          </Button>
        )}
        {onRepeat !== undefined && (
          <Button label={`Run it again: ${failure.id}`} onClick={() => onRepeat(failure.id)}>
            Run it again
          </Button>
        )}
      </div>
    </details>
  </li>
)

/** The picks that cause the failure on purpose. */
const DeliberatePicks = ({ failure: { played } }: { readonly failure: CheckFailure }) =>
  played.length === 0 ? null : (
    <p class="small">
      Intended by the choice:{' '}
      {played.map(({ choice, option }) => (
        <a key={choice} href={hrefOf('choices', { id: choice })}>
          <code>
            {choice}: {option}
          </code>
        </a>
      ))}
    </p>
  )
