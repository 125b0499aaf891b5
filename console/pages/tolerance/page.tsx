import { useMemo, useState } from 'preact/hooks'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import { pageLocation, setParams } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Notice } from '../../ui/feedback.tsx'
import { DropZone, OpenProblem } from '../../ui/open-file.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { CellDetails } from './cell-details.tsx'
import { MatrixFilterBar } from './filter-bar.tsx'
import { MatrixGrid } from './matrix-grid.tsx'
import { MatrixLegend } from './legend.tsx'
import { OpenButton, Opener } from './opener.tsx'
import { filterRows, linesOf, type MatrixTest, testsOf } from './report/matrix.ts'
import { rowsOf } from './report/rows.ts'
import { closeReport, openFile, openProblem, openReport } from './report-store.ts'
import { formatCount } from '../../ui/format-count.ts'
import './tolerance.css'

/** The report of a tolerance session as a matrix of behaviours and tests. */
export function TolerancePage() {
  const open = openReport.value
  return (
    <DropZone class="tolerance-drop" onFile={openFile}>
      {open === undefined ? (
        <Opener />
      ) : (
        <ReportView key={open.name} name={open.name} report={open.report} />
      )}
    </DropZone>
  )
}

/** One list for all renderings, so that no row counts as changed. */
const noTests: readonly MatrixTest[] = []

function closeDetails(): void {
  setParams({ behaviour: undefined, test: undefined })
  // On a narrow page, the matrix is only shown again after the next rendering.
  window.requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('.tolerance-grid [role=row] > [tabindex="0"]')?.focus(),
  )
}

type ReportProps = { readonly name: string; readonly report: ToleranceReport }

function ReportView({ name, report }: ReportProps) {
  const { params } = pageLocation.value
  const rows = useMemo(() => rowsOf(report), [report])
  const tests = useMemo(() => testsOf(report, rows), [report, rows])
  const [wantsAll, setWantsAll] = useState(false)
  const text = params.get('text') ?? ''
  const states = params.get('state') ?? ''
  const lines = useMemo(() => {
    const filter = { text, states: new Set(states.split(',').filter((one) => one !== '')) }
    return linesOf(filterRows(rows, filter))
  }, [rows, text, states])
  const selected = rows.find(({ id }) => id === params.get('behaviour'))
  const test = tests.find(({ index }) => String(index) === params.get('test'))
  const [broken, whole] = useMemo(
    () => [tests.filter((one) => one.broken > 0), tests.filter((one) => one.broken === 0)],
    [tests],
  )
  const isAll = wantsAll || broken.length === 0
  const shown = isAll ? tests : broken
  return (
    <>
      <ReportHead name={name} report={report} />
      <div class="tolerance" data-open={selected === undefined ? undefined : ''}>
        <div class="stack tolerance-list">
          <MatrixFilterBar rows={rows}>
            {broken.length > 0 && broken.length < tests.length && (
              <Button pressed={wantsAll} onClick={() => setWantsAll(!wantsAll)}>
                Show all {tests.length} tests
              </Button>
            )}
          </MatrixFilterBar>
          <MatrixLegend rows={rows} tests={tests} />
          {lines.length === 0 ? (
            <EmptyState title="No behaviours">No behaviour matches the filter.</EmptyState>
          ) : (
            <MatrixGrid
              lines={lines}
              tests={shown}
              others={isAll ? noTests : whole}
              selected={selected?.id}
              selectedTest={test?.index}
              onSelect={(row, index) =>
                setParams({
                  behaviour: row.id,
                  test: index === undefined ? undefined : String(index),
                })
              }
            />
          )}
        </div>
        {selected !== undefined && (
          <CellDetails
            key={selected.id}
            report={report}
            row={selected}
            test={test}
            onClose={closeDetails}
          />
        )}
      </div>
    </>
  )
}

function ReportHead({ name, report }: ReportProps) {
  const { command, profile, counts, tests, runs, seconds, stopped } = report
  const { reached, tolerated, intolerant } = counts
  return (
    <section class="stack" aria-label="Session">
      <div class="row row-middle">
        <p>
          <strong>
            {tolerated} of {reached} allowed behaviours that the tests reach are tolerated
            {intolerant === 0 ? '.' : `; ${intolerant} ${intolerant === 1 ? 'is' : 'are'} not.`}
          </strong>{' '}
          <span class="faint small">
            {formatCount(tests, 'test')}, {runs.length} runs, {seconds.toFixed(0)} s, profile{' '}
            {profile}, from {name}
          </span>
        </p>
        <span class="push row">
          <OpenButton kind="plain" />
          <Button kind="quiet" onClick={closeReport}>
            Close
          </Button>
        </span>
      </div>
      <p class="small">
        <code>{command.join(' ')}</code>
      </p>
      <OpenProblem problem={openProblem.value} />
      {stopped !== null && (
        <Notice tone="warn" title="The session ended early">
          <TextWithCode text={stopped.reason} />
        </Notice>
      )}
    </section>
  )
}
