import { style } from '../../../conformance/reporters/page/assets.ts'
import {
  html,
  type Markup,
  rawHtml,
  reportPage,
} from '../../../conformance/reporters/page/markup.ts'
import {
  type BehaviourResult,
  type BehaviourVerdict,
  type Finding,
  nameOf,
  type ToleranceReport,
} from '../../../contract/tolerance-report.ts'
import {
  adviceOf,
  clauseText,
  comparisonLines,
  responsesOf,
  resultText,
} from '../../../tolerance/summary.ts'

/** The colour of a verdict, as a class of the style. */
const colours: Readonly<Record<BehaviourVerdict, string>> = {
  intolerant: 'fail',
  tolerated: 'pass',
  unfair: 'warn',
  pinned: 'warn',
  'not-run': 'none',
  'not-exercised': 'none',
}
const verdicts = Object.keys(colours) as readonly BehaviourVerdict[]

/** Formats a report as one HTML page without external resources and scripts. */
export function toHtml(report: ToleranceReport): string {
  const { command, profile, counts, stopped, tests, runs } = report
  const shown = verdicts.filter((verdict) => counts[verdict] > 0)
  const title = `Tolerance of ${command.join(' ')}`
  const body = html`<header>
      <h1>${title}</h1>
      <p>
        ${resultText(report)} Profile <code>${profile}</code>, ${tests} tests, ${runs.length} runs.
      </p>
      ${stopped === null ? [] : html`<p class="fail">${stopped.reason}</p>`}
      ${Array.from(comparisonLines(report), (line) => html`<p>${line}</p>`)}
      <ul class="counts" aria-label="Verdicts">
        ${shown.map(
          (verdict) =>
            html`<li><b class="${colours[verdict]}">${counts[verdict]}</b> ${verdict}</li>`,
        )}
      </ul>
    </header>
    <main>
      ${findingsSection(report)} ${setAsideSection(report)} ${behavioursSection(report)}
      ${runsSection(report)}
    </main>`
  return reportPage({ title, style, skipTo: ['findings', 'To the findings'], body })
}

const findingsSection = ({ findings, behaviours }: ToleranceReport): Markup =>
  html`<section aria-labelledby="findings">
    <h2 id="findings">Not tolerated</h2>
    ${
      findings.length === 0
        ? html`<p>Nothing.</p>`
        : findings.map((finding) => findingDetails(finding, behaviours))
    }
  </section>`

function findingDetails(finding: Finding, all: readonly BehaviourResult[]): Markup {
  const { behaviours, tests, exchange, known, reproduce, isRough } = finding
  const parts = all.filter(({ id }) => behaviours.includes(id))
  return html`<details ${rawHtml(known === null ? 'open' : '')}>
    <summary><code>${nameOf(finding)}</code> ${known === null ? '' : '(in the baseline)'}</summary>
    <div>
      ${parts.map(
        (part) =>
          html`<p>${part.question ?? ''} Here: ${part.says}.</p>
            ${part.clause === null ? [] : html`<p class="faint">${clauseText(part)}</p>`}`,
      )}
      ${isRough ? html`<p class="warn">A smaller set was not found.</p>` : []}
      ${adviceOf(behaviours, all).map((advice) => html`<p>A tolerant client: ${advice}</p>`)}
      ${
        known === null
          ? []
          : html`<p>Accepted until ${known.expires} by ${known.owner}: ${known.reason}</p>`
      }
      <h3>Failing tests</h3>
      ${tests.map(
        ({ test, message }) =>
          html`<p>${test}</p>
            <pre>${message}</pre>`,
      )}
      ${
        exchange === null
          ? []
          : html`<h3>First exchange that differs</h3>
              <p><code>${exchange.request}</code> ${exchange.test ?? ''}</p>
              <dl>
                ${responsesOf(exchange).map(
                  ([name, text]) =>
                    html`<dt>${name}</dt>
                      <dd><code>${text}</code></dd>`,
                )}
              </dl>
              <p>${exchange.explanation}</p>`
      }
      <h3>Reproduce</h3>
      <pre>${reproduce}</pre>
    </div>
  </details>`
}

const setAsideSection = ({ setAside }: ToleranceReport): readonly Markup[] =>
  setAside.length === 0
    ? []
    : [
        html`<section aria-labelledby="set-aside">
          <h2 id="set-aside">Tests set aside, because their results change</h2>
          <ul>
            ${setAside.map(({ test, reason }) => html`<li>${test}: ${reason}</li>`)}
          </ul>
        </section>`,
      ]

const behavioursSection = ({ behaviours, leftOut }: ToleranceReport): Markup =>
  html`<section aria-labelledby="behaviours">
    <h2 id="behaviours">Allowed behaviours</h2>
    <div class="wide" tabindex="0" role="region" aria-labelledby="behaviours">
      <table>
        <thead>
          <tr>
            <th scope="col">Behaviour</th>
            <th scope="col">Verdict</th>
            <th scope="col">What the platform does</th>
          </tr>
        </thead>
        <tbody>
          ${behaviours
            .toSorted((a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict))
            .map(({ id, verdict, says }) => row(id, colours[verdict], verdict, says))}
          ${leftOut.map(({ id, reason }) => row(id, 'none', 'left out', reason))}
        </tbody>
      </table>
    </div>
  </section>`

const row = (id: string, colour: string, verdict: string, says: string): Markup =>
  html`<tr>
    <th scope="row"><code>${id}</code></th>
    <td class="${colour}">${verdict}</td>
    <td>${says}</td>
  </tr>`

const runsSection = ({ runs }: ToleranceReport): Markup =>
  html`<section aria-labelledby="runs">
    <h2 id="runs">Runs</h2>
    <ul>
      ${runs.map(
        ({ name, behaviours, calls, tests, failed, seconds, problem }) =>
          html`<li>
            ${name}: ${behaviours.length} behaviours, ${calls} requests, ${tests} tests, ${failed}
            failed, ${seconds.toFixed(1)} s ${problem ?? ''}
          </li>`,
      )}
    </ul>
  </section>`
