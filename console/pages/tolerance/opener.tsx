import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { FileButton, OpenProblem } from '../../ui/open-file.tsx'
import { openExample, openFile, openProblem } from './report-store.ts'

const command = 'npx agent-understudy tolerance --report json=tolerance.json -- npx playwright test'

/** Shown without a report: what the page is for, and how to get one. */
export const Opener = () => (
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
export const OpenButton = ({ kind }: { readonly kind: 'primary' | 'plain' }) => (
  <FileButton
    kind={kind}
    accept=".json,application/json"
    label="Report of tolerance"
    onFile={openFile}
  >
    Open a report …
  </FileButton>
)
