import { useMemo } from 'preact/hooks'
import { toHtml } from '../../../tolerance/summary.ts'
import { theme } from '../../app/appearance.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { DropZone, FileButton, OpenProblem } from '../../ui/open-file.tsx'
import { PlayCell } from './play-cell.tsx'
import {
  closeReport,
  openExample,
  openFile,
  openProblem,
  type OpenReport,
  openReport,
} from './report-store.ts'
import './tolerance.css'

/** The report of a tolerance session as its page, and its behaviours to play. */
export function TolerancePage() {
  const open = openReport.value
  return (
    <DropZone class="tolerance-drop" onFile={openFile}>
      {open === undefined ? <Opener /> : <ReportView {...open} />}
    </DropZone>
  )
}

const command = 'npx agent-understudy tolerance --report json=tolerance.json -- npx playwright test'

/** Shown without a report: what the page is for, and how to get one. */
const Opener = () => (
  <section class="card stack tolerance-opener" aria-labelledby="tolerance-opener">
    <h2 id="tolerance-opener">Open the report of a session</h2>
    <p>
      <code>tolerance</code> runs the tests of your app while the fake plays every behaviour that
      the specification leaves open. This page shows which behaviours break which tests, and plays
      each of them in a new world.
    </p>
    <Code label="the command that makes a report" text={command} wrap />
    <p class="small faint">Then open the file, or drop it here. It does not leave this browser.</p>
    <OpenProblem problem={openProblem.value} />
    <div class="row row-middle">
      <OpenButton kind="primary" />
      <Button onClick={openExample}>Look at an example</Button>
    </div>
  </section>
)

/** A button that asks for a report. */
const OpenButton = ({ kind }: { readonly kind: 'primary' | 'plain' }) => (
  <FileButton
    kind={kind}
    accept=".json,application/json"
    label="Report of tolerance"
    onFile={openFile}
  >
    Open a report …
  </FileButton>
)

/** The report in a sandboxed frame, which cannot run a script or access this page. */
function ReportView({ name, report }: OpenReport) {
  // The address of this page is the base of links in `srcdoc`, also of those to a part of the report.
  const page = useMemo(
    () => toHtml(report, theme.value).replaceAll('href="#', 'href="about:srcdoc#'),
    [report, theme.value],
  )
  return (
    <>
      <div class="row row-middle">
        <p class="small faint">From {name}</p>
        <span class="push row">
          <OpenButton kind="plain" />
          <Button kind="quiet" onClick={closeReport}>
            Close
          </Button>
        </span>
      </div>
      <OpenProblem problem={openProblem.value} />
      <PlayCell report={report} />
      <iframe class="tolerance-report" title="Report of tolerance" srcdoc={page} sandbox="" />
    </>
  )
}
