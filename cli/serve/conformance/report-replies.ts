import type { Report } from '../../../conformance/report/report.ts'
import { reportPolicy, toHtml, toMarkdown } from '../../../conformance/reporters/documents.ts'
import { toJson } from '../../../conformance/reporters/json.ts'
import { toJunit } from '../../../conformance/reporters/junit.ts'
import { ControlResponse } from '../../../mocks/control/control-context.ts'

type Format = {
  readonly type: string
  readonly suffix: string
  write(report: Report): string
}

const formats: Readonly<Record<string, Format>> = {
  html: { type: 'text/html; charset=utf-8', suffix: 'html', write: (report) => toHtml(report) },
  json: { type: 'application/json', suffix: 'json', write: toJson },
  junit: { type: 'application/xml; charset=utf-8', suffix: 'xml', write: toJunit },
  markdown: {
    type: 'text/markdown; charset=utf-8',
    suffix: 'md',
    write: (report) => toMarkdown(report),
  },
}

export const formatNames: readonly string[] = Object.keys(formats)

const commonHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

/** The report as a download; `undefined` for an unknown format. */
export function reportFile(report: Report, name: string): ControlResponse | undefined {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined
  if (format === undefined) return undefined
  const headers = {
    ...commonHeaders,
    'content-type': format.type,
    'content-disposition': `attachment; filename="conformance-${report.plan}.${format.suffix}"`,
  }
  return new ControlResponse(200, headers, format.write(report))
}

/**
 * The report as a page. It is sandboxed without an origin, so that it can neither read from the
 * server nor send requests. `theme` is `light` or `dark`; without it, the browser decides.
 */
export function reportPage(report: Report, theme: string | null): ControlResponse {
  const policy = `${reportPolicy}; frame-ancestors 'self'; sandbox allow-scripts allow-forms`
  const headers = {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
  }
  const asked = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''
  return new ControlResponse(200, headers, toHtml(report).replace('<html', `<html${asked}`))
}
