import { useState } from 'preact/hooks'
import type { ConformanceRun } from '../../../contract/control/conformance.ts'
import type { Report } from '../../../conformance/report/report.ts'
import { toReportDocument } from '../../../conformance/reporters/report-document.ts'
import { type Finding, sectionsOf, type ShownSection } from '../../../report/document.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation, useRequest } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { downloadFile } from '../../ui/open-file.tsx'
import { FindingView, ReportSection } from '../reports/report-document.tsx'

/** Loads the sections of the report when a run is over. */
export function useReportSections({ id, report }: ConformanceRun) {
  const { control } = usePlatform()
  const read = async (signal: AbortSignal) => {
    const response = await control.open('conformance/report?format=json', { signal })
    return sectionsOf(toReportDocument((await response.json()) as Report).body, true)
  }
  return useRequest(report === null ? undefined : read, [control, id, report])
}

/** The results of the checks, with their evidence. */
export const findingsOf = (sections: readonly ShownSection[]): readonly Finding[] =>
  sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'finding'))

const reportFormats = [
  ['html', 'HTML', 'html'],
  ['json', 'JSON', 'json'],
  ['junit', 'JUnit', 'xml'],
  ['markdown', 'Markdown', 'md'],
] as const

type ReportPaneProps = {
  readonly plan: string
  /** The path of the report's page, relative to the URL of the server. */
  readonly reportPath: string
  readonly sections: readonly ShownSection[]
}

/** Shows the report of a run, and can save it. The failures are in a section of the page itself. */
export function ReportPane({ plan, reportPath, sections }: ReportPaneProps) {
  const { base, control } = usePlatform()
  const mutation = useMutation()
  const save = (format: string, suffix: string) =>
    mutation.run(async () => {
      const response = await control.open(`conformance/report?format=${format}`)
      downloadFile(await response.blob(), `conformance-${plan}.${suffix}`)
    })
  return (
    <section class="stack" aria-labelledby="conformance-report">
      <div class="row row-middle">
        <h2 id="conformance-report">Report</h2>
        <span class="row row-middle push">
          <span class="small faint">Save as</span>
          {reportFormats.map(([format, name, suffix]) => (
            <Button key={format} busy={mutation.busy} onClick={() => save(format, suffix)}>
              {name}
            </Button>
          ))}
          <a
            class="button button-quiet"
            href={new URL(reportPath, base).href}
            target="_blank"
            rel="noopener"
          >
            Open in a new tab
          </a>
        </span>
      </div>
      <ErrorNotice message={mutation.error} />
      {sections
        .filter(({ id }) => id !== 'causes')
        .map((section) =>
          section.id === 'checks' ? (
            <ChecksSection key={section.id} findings={findingsOf([section])} />
          ) : (
            <ReportSection key={section.id} section={section} />
          ),
        )}
    </section>
  )
}

/** The number of checks that are shown at first. */
const checksShownAtFirst = 20

/** Lists all checks, those that need attention first, with a filter. */
function ChecksSection({ findings }: { readonly findings: readonly Finding[] }) {
  const [text, setText] = useState('')
  const [verdict, setVerdict] = useState('')
  const [all, setAll] = useState(false)
  const words = text.toLowerCase().split(/\s+/)
  const fitting = findings.filter((finding) => {
    if (verdict !== '' && finding.verdict !== verdict) return false
    const searched = JSON.stringify(finding).toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  const shown = all ? fitting : fitting.slice(0, checksShownAtFirst)
  return (
    <section class="card stack" aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      <div class="row" role="search" aria-label="Filter the checks">
        <TextField
          label="Contains"
          type="search"
          placeholder="id, message, evidence"
          value={text}
          onValue={setText}
        />
        <SelectField
          label="Verdict"
          value={verdict}
          options={[['', 'all'], ...new Set(findings.map((finding) => finding.verdict))]}
          onValue={setVerdict}
        />
        <span class="small faint" role="status">
          {fitting.length} of {findings.length} checks
        </span>
      </div>
      <div>
        {shown.map((finding) => (
          <FindingView key={finding.name} finding={finding} />
        ))}
      </div>
      {shown.length < fitting.length && (
        <div class="row">
          <Button onClick={() => setAll(true)}>Show all {fitting.length} checks</Button>
        </div>
      )}
    </section>
  )
}
