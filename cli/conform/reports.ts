import type { BaselineComparison } from '../../conformance/report/baseline.ts'
import type { Report } from '../../conformance/report/report.ts'
import { toAnnotations } from '../../conformance/reporters/annotations.ts'
import { toHtml, toMarkdown } from '../../conformance/reporters/documents.ts'
import { toJunit } from '../../conformance/reporters/junit.ts'

export const fileFormats = ['json', 'junit', 'markdown', 'html'] as const

type FinishedRun = {
  /** The report with all failures, as JSON. */
  readonly json: string
  /** The report without known failures. */
  readonly shown: Report
  readonly strict: boolean
  /** The run compared to its baseline, if there is one. */
  readonly comparison?: BaselineComparison | undefined
}

/** The reports of a run by format. JSON has all failures; other formats omit known failures. */
export const renderersOf = ({ json, shown, strict, comparison }: FinishedRun) => ({
  json: () => json,
  junit: () => toJunit(shown, strict, comparison),
  markdown: () => toMarkdown(shown, strict, comparison),
  html: () => toHtml(shown, strict, comparison),
  github: () => toAnnotations(shown, strict, comparison),
})
