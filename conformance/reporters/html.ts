import { verdicts, type Report } from '../report/report.ts'
import type { BaselineComparison } from '../report/baseline.ts'
import { summaryText, costText, baselineLines } from './summary.ts'
import { causesSection, checksSection, undecidedSection } from './page/checks.ts'
import { contentPolicy, html, rawHtml, type Markup } from './page/markup.ts'
import { script, style } from './page/assets.ts'
import { matrixSection, timingSection } from './page/tables.ts'

/** Formats a report as one HTML page without external resources. */
export function toHtml(report: Report, strict = false, comparison?: BaselineComparison): string {
  const shown = verdicts.filter((verdict) => report.summary[verdict] > 0)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${reportPolicy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Conformance of ${report.target}</title>
        ${rawHtml(`<style>${style}</style>`)}
      </head>
      <body>
        <a class="skip" href="#checks">To the checks</a>
        <header>
          <h1>Conformance of ${report.target}</h1>
          <p>
            ${summaryText(report, strict)} ${costText(report)} Plan <code>${report.plan}</code>.
          </p>
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
        </main>
        ${rawHtml(`<script>${script}</script>`)}
      </body>
    </html> `.markup
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
