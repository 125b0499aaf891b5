import { downloadFile } from '../../ui/download-file.ts'
import { useEffect, useRef } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { theme } from '../../app/appearance.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'

const formats = [
  ['html', 'HTML', 'html'],
  ['json', 'JSON', 'json'],
  ['junit', 'JUnit', 'xml'],
  ['markdown', 'Markdown', 'md'],
] as const

type ReportPaneProps = {
  readonly plan: string
  /** The path of its page, relative to the URL of the server. */
  readonly path: string
  /** The check to show. */
  readonly check: string | undefined
}

/** The report in a sandboxed frame that cannot access this page, and as files to save. */
export function ReportPane({ plan, path, check }: ReportPaneProps) {
  const { base, control } = usePlatform()
  const mutation = useMutation()
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (check === undefined) return
    frame.current?.scrollIntoView({ block: 'start' })
    frame.current?.focus({ preventScroll: true })
  }, [check])
  const page = new URL(path, base).href
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
          {formats.map(([format, name, suffix]) => (
            <Button key={format} busy={mutation.busy} onClick={() => save(format, suffix)}>
              {name}
            </Button>
          ))}
          <a class="button button-quiet" href={page} target="_blank" rel="noopener">
            Open in a new tab
          </a>
        </span>
      </div>
      <ErrorNotice message={mutation.error} />
      <iframe
        ref={frame}
        class="conformance-report"
        title={`Report of plan ${plan}`}
        src={`${page}?theme=${theme.value}#${encodeURIComponent(check ?? '')}`}
        sandbox="allow-scripts allow-forms"
        allow="clipboard-write"
        referrerPolicy="no-referrer"
      />
    </section>
  )
}
