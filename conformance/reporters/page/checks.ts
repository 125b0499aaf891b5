import type { Evidence, Report, Result, Verdict } from '../../report/report.ts'
import { groupCauses, causesTitle, groupUndecided, type CauseGroup } from '../summary.ts'
import { formatCount } from '../../session/json.ts'
import { html, type Markup } from './markup.ts'

/** The causes of failures, each with its checks. */
export function causesSection({ results }: Report): readonly Markup[] {
  const groups = groupCauses(results)
  if (groups.length === 0) return []
  return [
    html`<section aria-labelledby="causes">
      <h2 id="causes">${causesTitle(groups)}</h2>
      <ol>
        ${groups.map(cause)}
      </ol>
    </section> `,
  ]
}

const cause = ({ title, clauses, instances, failures, blocked }: CauseGroup): Markup =>
  html`<li>
    ${title}
    <span class="faint"
      >(${clauses},
      ${formatCount(instances, 'instance')}${
        blocked.length > 0 ? `, blocks ${formatCount(blocked.length, 'check')}` : ''
      })</span
    >
    ${links(failures)}
  </li>`

const links = (results: readonly Result[]): readonly Markup[] =>
  results.map(({ id }) => html`<a href="#${id}"><code>${id}</code></a> `)

/** The reasons why checks are undecided, mostly with the flag that would enable them. */
export function undecidedSection(report: Report): readonly Markup[] {
  const groups = groupUndecided(report)
  if (groups.length === 0) return []
  return [
    html`<section aria-labelledby="undecided">
      <h2 id="undecided">Not decided</h2>
      <ul>
        ${groups.map(
          ({ verdict, reason, results }) =>
            html`<li>
              <b class="${verdict}">${verdict} ×${results.length}</b>: ${reason} ${links(results)}
            </li>`,
        )}
      </ul>
    </section> `,
  ]
}

/** Every check with its evidence, failures first, and the form that filters them. */
export function checksSection({ results, summary }: Report): Markup {
  const sections = [...new Set(results.map(sectionOf))].toSorted()
  const present = order.filter((verdict) => summary[verdict] > 0)
  const sorted = results.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  return html`<form hidden role="search" aria-label="Filter the checks">
      <label>Text <input name="text" type="search" placeholder="id, message, evidence" /></label>
      <label
        >Verdict
        <select name="verdict">
          <option value="">all</option>
          <option value="fail error warn">needs attention</option>
          ${present.map(option)}
        </select></label
      >
      <label
        >Level
        <select name="level">
          <option value="">all</option>
          ${['must', 'should', 'observe'].map(option)}
        </select></label
      >
      <label
        >Section
        <select name="section">
          <option value="">all</option>
          ${sections.map(option)}
        </select></label
      >
      <button type="reset">Show all</button>
      <p role="status"></p>
    </form>
    <section aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      ${sorted.map(check)}
    </section> `
}

const order: readonly Verdict[] = [
  'error',
  'fail',
  'warn',
  'blocked',
  'inconclusive',
  'skipped',
  'observed',
  'pass',
]

const option = (word: string): Markup => html`<option>${word}</option>`

const sectionOf = ({ id }: Result): string => id.split('.')[0] ?? id

function check(result: Result): Markup {
  const { id, verdict, level, clause, says, message, instances, evidence, onPurpose } = result
  const isExplained = message === '' || evidence.some(({ expected }) => expected !== undefined)
  const shown = evidence.length
  const more = instances > shown && shown > 0 ? `The first ${shown} of ${instances} instances:` : ''
  return html`<details
    id="${id}"
    data-verdict="${verdict}"
    data-level="${level}"
    data-section="${sectionOf(result)}"
  >
    <summary>
      <b class="${verdict}">${verdict}</b> <code>${id}</code>
      <span class="faint">${level}, ${clause}</span>
    </summary>
    <div>
      <p>${says}</p>
      ${isExplained ? '' : html`<pre>${message}</pre>`} ${more === '' ? '' : html`<p>${more}</p>`}
      ${evidence.map(exchange)} ${onPurpose === undefined ? '' : command(onPurpose)}
    </div>
  </details> `
}

const command = (line: string): Markup =>
  html`<p class="faint">Reproduce with a mutant: <code>${line}</code></p>`

function exchange({ expected, got, method, path, status, headers, body, curl }: Evidence): Markup {
  const expectation =
    expected === undefined
      ? ''
      : html`<dl>${term('expected', expected)} ${term('got', got ?? '')}</dl>`
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\n`)
  return html`<h3>${method} ${path} → ${status}</h3>
    ${expectation}
    <pre>${curl}</pre>
    <button type="button" hidden data-copy>Copy the command</button>
    <pre tabindex="0" aria-label="Response">
${lines}
${body}</pre> `
}

const term = (name: string, text: string): Markup =>
  html`<dt>${name}</dt>
    <dd>${text}</dd>`
