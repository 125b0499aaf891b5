import { useEffect, useRef } from 'preact/hooks'
import type { Failure, Finding, ToleranceReport } from '../../../contract/tolerance-report.ts'
import { hrefOf } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { ExchangeView } from './exchange-view.tsx'
import { cellLabels, rowLabels } from './labels.ts'
import { PlayButton } from './play-button.tsx'
import type { MatrixTest } from './report/matrix.ts'
import { cellOf, type MatrixRow } from './report/rows.ts'

type DetailsProps = {
  readonly report: ToleranceReport
  readonly row: MatrixRow
  /** The test of the chosen cell. */
  readonly test: MatrixTest | undefined
  readonly onClose: () => void
}

/** What a behaviour does, which tests it breaks and how, and what a tolerant client does. */
export function CellDetails({ report, row, test, onClose }: DetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // On a narrow page the list is hidden while the details are shown.
    const list = document.querySelector('.tolerance-list')
    if (list?.checkVisibility() === false) heading.current?.focus()
  }, [])
  const parts = report.behaviours.filter(({ id }) => row.behaviours.includes(id))
  const { finding, sets, state } = row
  const reproduce = finding?.reproduce ?? row.result?.reproduce
  const advice = [...new Set(parts.map((part) => part.advice))].filter((one) => one !== '')
  return (
    <section
      class="card stack tolerance-pane"
      aria-labelledby="tolerance-cell"
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <div class="row row-middle tolerance-title">
        <h2 id="tolerance-cell" tabIndex={-1} ref={heading}>
          <code>{row.id}</code>
        </h2>
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
      <p>
        <Badge tone={rowLabels[state].tone}>{rowLabels[state].name}</Badge>
      </p>
      {parts.map(({ id, question, says, clause, gap, choice }) => (
        <div key={id}>
          <p>
            {question !== null && <TextWithCode text={`${question} `} />}
            Here: <TextWithCode text={says} />.
          </p>
          {clause !== null && (
            <p class="small faint">
              Specification, {clause}
              {gap === null ? '' : `. Left open: ${gap}`}{' '}
              {choice !== null && <a href={hrefOf('choices', { id: choice })}>The choice</a>}
            </p>
          )}
        </div>
      ))}
      {parts.length === 0 && <p>It was left out: {row.says}.</p>}
      <PlayButton report={report} row={row} />
      {test !== undefined && !hasMessage(finding, test) && <CellResult row={row} test={test} />}
      {finding !== undefined && <Failures finding={finding} test={test} />}
      {sets.map((set) => (
        <Notice key={set.behaviours.join(' ')} tone="warn" title="It breaks tests together">
          <a href={hrefOf('tolerance', { behaviour: set.behaviours.toSorted().join(' with ') })}>
            {set.behaviours.join(' with ')}
          </a>{' '}
          breaks {set.tests.map((one) => one.test).join(', ')}
        </Notice>
      ))}
      {finding?.exchange != null && <ExchangeView exchange={finding.exchange} />}
      {advice.map((one) => (
        <Notice key={one} tone="good" title="A tolerant client">
          <TextWithCode text={one} />
        </Notice>
      ))}
      {reproduce !== undefined && (
        <section class="stack" aria-label="Play it alone">
          <h3>Run the tests with it alone</h3>
          <Code label="the command that plays it alone" text={reproduce} wrap />
        </section>
      )}
    </section>
  )
}

const hasMessage = (finding: Finding | undefined, { name }: MatrixTest) =>
  finding?.tests.some(({ test }) => test === name) === true

/** What the chosen cell says. */
const CellResult = ({ row, test }: Required<Pick<DetailsProps, 'row'>> & { test: MatrixTest }) => {
  const state = cellOf(row, test.name)
  return (
    <p>
      <span class={`tolerance-sign is-${state}`} aria-hidden="true">
        {cellLabels[state].sign}
      </span>{' '}
      {test.name}: <strong>{cellLabels[state].name}</strong>
    </p>
  )
}

/** The failing tests with their messages; only that of the chosen cell if it failed. */
function Failures({ finding, test }: { finding: Finding; test: MatrixTest | undefined }) {
  const { tests, known, isRough, behaviours } = finding
  const ofTest = tests.filter((one) => one.test === test?.name)
  const shown: readonly Failure[] = ofTest.length > 0 ? ofTest : tests
  return (
    <>
      {known !== null && (
        <Notice tone="warn" title={`Accepted until ${known.expires} by ${known.owner}`}>
          {known.reason}
        </Notice>
      )}
      {isRough && behaviours.length > 1 && (
        <Notice tone="warn">These behaviours fail together; a smaller set was not found.</Notice>
      )}
      <section class="stack" aria-label="Failing tests">
        <h3>{shown.length === 1 ? 'The test that fails' : `${shown.length} tests fail`}</h3>
        {shown.slice(0, 20).map(({ test: name, message }) => (
          <div key={name} class="stack tolerance-failure">
            <p>{name}</p>
            <pre
              class="tolerance-message"
              tabIndex={0}
              aria-label={`Message of ${name}`}
              role="region"
            >
              {message}
            </pre>
          </div>
        ))}
        {shown.length > 20 && <p class="small faint">and {shown.length - 20} more</p>}
      </section>
    </>
  )
}
