import { verdicts, type Report } from '../report/report.ts'
import type { BaselineComparison } from '../report/baseline.ts'
import { summaryText, costText, baselineLines } from './summary.ts'
import { causesSection, checksSection, undecidedSection } from './page/checks.ts'
import { contentPolicy, html, type Markup, reportPage } from './page/markup.ts'
import { script, style } from './page/assets.ts'
import { matrixSection, timingSection } from './page/tables.ts'

/** Formats a report as one HTML page without external resources. */
export function toHtml(report: Report, strict = false, comparison?: BaselineComparison): string {
  const shown = verdicts.filter((verdict) => report.summary[verdict] > 0)
  const title = `Conformance of ${report.target}`
  const body = html`<header>
      <h1>${title}</h1>
      <p>${summaryText(report, strict)} ${costText(report)} Plan <code>${report.plan}</code>.</p>
      <ul class="counts" aria-label="Verdicts">
        ${shown.map(
          (verdict) =>
            html`<li><b class="${verdict}">${report.summary[verdict]}</b> ${verdict}</li>`,
        )}
      </ul>
      ${(comparison ? baselineLines(comparison) : []).map((line) => html`<p>${line}</p>`)}
    </header>
    <main>
      ${causesSection(report)} ${undecidedSection(report)} ${leftoversSection(report)}
      ${checksSection(report)} ${matrixSection(report)} ${timingSection(report)}
    </main>`
  return reportPage({ title, style, script, skipTo: ['checks', 'To the checks'], body })
}

const leftoversSection = ({ leftovers }: Report): readonly Markup[] =>
  leftovers.length === 0
    ? []
    : [
        html`<section aria-labelledby="leftovers">
          <h2 id="leftovers">Left behind</h2>
          <ul>
            ${leftovers.map((left) => html`<li>${left}</li>`)}
          </ul>
        </section> `,
      ]

/** The Content-Security-Policy of the page: only our own style and script. */
export const reportPolicy = contentPolicy(style, script)
