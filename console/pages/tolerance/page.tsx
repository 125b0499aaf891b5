import { useMemo } from 'preact/hooks'
import { toHtml } from '../../../testing/tolerance/summary.ts'
import { theme } from '../../app/appearance.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { DropZone, FileButton, OpenProblem } from '../../ui/open-file.tsx'
import {
  closeReport,
  openExample,
  openFile,
  openProblem,
  type OpenReport,
  openReport,
} from './report-store.ts'
import './tolerance.css'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import type { WorldDetails, WorldSummary } from '../../../contract/control/worlds.ts'
import { navigate, pageLocation, setParams, worldName } from '../../app/location.ts'
import { controlOf, usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { rememberPlayed } from '../../control/played-behaviour.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { cellsOf, playedWorld, worldNameFor } from './played-world.ts'

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

type PlayProps = { readonly report: ToleranceReport }

/** Makes a new world in which only the chosen behaviour differs from the profile; opens its chat. */
function PlayCell({ report }: PlayProps) {
  const { control } = usePlatform()
  const mutation = useMutation()
  const cells = useMemo(() => cellsOf(report), [report])
  const wanted = pageLocation.value.params.get('behaviour')
  const cell = cells.find(({ id }) => id === wanted) ?? cells[0]
  if (cell === undefined) return null
  const { behaviours, says } = cell
  const play = () =>
    mutation.run(async () => {
      const { options, faults, missingFixture } = playedWorld(report, cell)
      const { worlds } = await control.get<{ worlds: readonly WorldSummary[] }>('worlds')
      const taken = new Set(worlds.map(({ name }) => name))
      const name = worldNameFor(behaviours, taken)
      await control.send<WorldDetails>('POST', 'worlds', { ...options, name })
      try {
        if (faults.length > 0) await controlOf(name).send('POST', 'faults', faults)
      } catch (error) {
        await control.send('DELETE', `worlds/${encodeURIComponent(name)}`)
        throw error
      }
      rememberPlayed({ world: name, behaviours, says, from: worldName.value, missingFixture })
      navigate('chat', { world: name })
    })
  return (
    <section class="stack" aria-label="Play a behaviour">
      <div class="row row-middle tolerance-play">
        <SelectField
          label="Behaviour"
          value={cell.id}
          options={cells.map(({ id, verdict }) => [id, `${verdict}: ${id}`] as const)}
          onValue={(behaviour) => setParams({ behaviour })}
          hint={
            <>
              In the chat of a new world: <TextWithCode text={says} />.
            </>
          }
        />
        <Button kind="primary" busy={mutation.busy} onClick={play}>
          Play it live
        </Button>
      </div>
      <ErrorNotice message={mutation.error} />
    </section>
  )
}
