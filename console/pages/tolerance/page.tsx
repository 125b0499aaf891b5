import { useMemo } from 'preact/hooks'
import { toReportDocument } from '../../../testing/tolerance/summary.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { DropZone, FileButton } from '../../ui/open-file.tsx'
import './tolerance.css'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import { navigate, pageLocation, setParams, worldName } from '../../app/location.ts'
import { controlOfWorld, usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { rememberPlayed } from '../../control/played-behaviour.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { playableBehaviours, playedWorldSettings, readReport, worldNameFor } from './report.ts'
import { ReportDocumentView } from '../reports/report-document.tsx'
import { signal } from '@preact/signals'
import { readStored, writeStored } from '../../app/browser-storage.ts'

/** Shows the report of a tolerance session, with buttons that play its behaviours. */
export function TolerancePage() {
  const open = openReport.value
  return (
    <DropZone class="tolerance-drop" onFile={openFile}>
      {open === undefined ? <OpenReportSection /> : <ReportView {...open} />}
    </DropZone>
  )
}

const reportCommand =
  'npx agent-understudy tolerance --report json=tolerance.json -- npx playwright test'

/** Explains the page, and how to get a report. Shown while no report is open. */
const OpenReportSection = () => (
  <section class="card stack tolerance-opener" aria-labelledby="tolerance-opener">
    <h2 id="tolerance-opener">Open the report of a session</h2>
    <p>
      <code>tolerance</code> runs the tests of your app while the fake plays every behaviour that
      the specification leaves open. This page shows which behaviours break which tests, and plays
      each of them in a new world.
    </p>
    <Code label="the command that makes a report" text={reportCommand} wrap />
    <p class="small faint">Then open the file, or drop it here. It does not leave this browser.</p>
    <ErrorNotice title="The file was not opened" message={openingProblem.value} />
    <div class="row row-middle">
      <OpenButton kind="primary" />
      <Button onClick={openExample}>Look at an example</Button>
    </div>
  </section>
)

/** A button with which the user opens a report. */
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

/** Shows the open report; after its summary, a form that plays one of its behaviours. */
function ReportView({ name, report }: OpenReport) {
  const document = useMemo(() => toReportDocument(report), [report])
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
      <ErrorNotice title="The file was not opened" message={openingProblem.value} />
      <ReportDocumentView document={document}>
        <PlayBehaviour report={report} />
      </ReportDocumentView>
    </>
  )
}

type PlayBehaviourProps = { readonly report: ToleranceReport }

/** Creates a world with the report's profile and one changed behaviour, and opens the chat. */
function PlayBehaviour({ report }: PlayBehaviourProps) {
  const { control } = usePlatform()
  const mutation = useMutation()
  const cells = useMemo(() => playableBehaviours(report), [report])
  const wantedBehaviour = pageLocation.value.params.get('behaviour')
  const cell = cells.find(({ id }) => id === wantedBehaviour) ?? cells[0]
  if (cell === undefined) return null
  const { behaviours, says } = cell
  const play = () =>
    mutation.run(async () => {
      const { options, faults, missingFixture } = playedWorldSettings(report, cell)
      const { worlds } = await control.call('GET worlds')
      const takenNames = new Set(worlds.map(({ name }) => name))
      const name = worldNameFor(behaviours, takenNames)
      const { profile } = await control.call('POST worlds', { body: { ...options, name } })
      let faultIds: readonly string[] = []
      try {
        if (faults.length > 0)
          faultIds = (await controlOfWorld(name).call('POST faults', { body: faults })).ids
      } catch (error) {
        await control.call('DELETE worlds/{name}', { params: { name } })
        throw error
      }
      const from = worldName.value
      rememberPlayed({ world: name, profile, faultIds, behaviours, says, from, missingFixture })
      navigate('chat', { world: name })
    })
  return (
    <section class="stack" aria-label="Play a behaviour">
      <div class="row tolerance-play">
        <SelectField
          label="Behaviour"
          value={cell.id}
          options={cells.map(
            ({ id, verdict }) =>
              [
                id,
                // Options that are `intolerant` come first. They lack the verdict, because a phone
                // has no space for it.
                verdict === 'intolerant' ? id : `${id}, ${verdict}`,
              ] as const,
          )}
          onValue={(behaviour) => setParams({ behaviour })}
        />
        <Button kind="primary" busy={mutation.busy} onClick={play}>
          Play it live
        </Button>
      </div>
      <p class="small faint">
        In the chat of a new world: <TextWithCode text={says} />.
      </p>
      <ErrorNotice message={mutation.error} />
    </section>
  )
}

/** A report with the name of its file. */
type OpenReport = { readonly name: string; readonly report: ToleranceReport }

/** The open report. It stays open while the user visits other pages. */
const openReport = signal<OpenReport | undefined>(readStoredReport())

/** The reason why the last file was not opened. */
const openingProblem = signal<string>()

/** The maximum size of a report in bytes. A larger file would block the browser. */
const maxBytes = 50_000_000

/** Opens a file of the user. If the browser has space, stores the file for a reload of the page. */
async function openFile(file: File): Promise<void> {
  if (file.size > maxBytes) {
    openingProblem.value = `${file.name} has ${Math.round(file.size / 1_000_000)} MB. A report may have at most 50 MB.`
    return
  }
  try {
    openText(file.name, await file.text())
  } catch (error) {
    openingProblem.value = `${file.name} could not be read: ${(error as Error).message}`
  }
}

/** Opens the example report that comes with the console. */
async function openExample(): Promise<void> {
  const { default: report } = await import('./example/report.json')
  openText('the example', JSON.stringify(report))
}

function closeReport(): void {
  openReport.value = undefined
  writeStored('tolerance', undefined)
}

function openText(name: string, text: string): void {
  const read = readReport(text)
  openingProblem.value = 'problem' in read ? `${name}: ${read.problem}` : undefined
  if ('problem' in read) return
  openReport.value = { name, report: read.report }
  writeStored('tolerance', `${name}\n${text}`)
}

function readStoredReport(): OpenReport | undefined {
  const [name = '', ...lines] = readStored('tolerance')?.split('\n') ?? []
  const read = readReport(lines.join('\n'))
  return 'problem' in read ? undefined : { name, report: read.report }
}
