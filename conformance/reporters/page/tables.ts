import type { CallSummary, Report } from '../../report/report.ts'
import { html, type Markup } from './markup.ts'

const maxSlow = 12

/** A table of the calls by credential and operation, with the statuses of the responses. */
export function matrixSection({ calls }: Report): readonly Markup[] {
  if (calls.length === 0) return []
  const principals = [...new Set(calls.map(({ principal }) => principal))].toSorted(byCredential)
  const rows = Map.groupBy(calls, ({ operation }) => operation)
  const sorted = [...rows].toSorted(([a], [b]) => (pathOf(a) < pathOf(b) ? -1 : 1))
  return [
    html`<section aria-labelledby="matrix">
      <h2 id="matrix">Access of each credential</h2>
      <p class="faint">
        Each cell has the statuses of the responses, and how often each came. An empty cell was not
        tried.
      </p>
      <div class="wide" role="region" aria-labelledby="matrix" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">operation</th>
              ${principals.map((name) => html`<th scope="col">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${sorted.map(
              ([operation, of]) =>
                html`<tr>
                  <th scope="row"><code>${operation}</code></th>
                  ${principals.map((name) => cell(of.find(({ principal }) => principal === name)))}
                </tr> `,
            )}
          </tbody>
        </table>
      </div>
    </section> `,
  ]
}

const pathOf = (operation: string): string => operation.split(' ').toReversed().join(' ')

const cell = (calls: CallSummary | undefined): Markup =>
  html`<td>
    ${Object.entries(calls?.statuses ?? {}).map(
      ([status, times]) =>
        html`<span class="${classOf(status)}">${status}${times > 1 ? `×${times}` : ''}</span> `,
    )}
  </td>`

const classOf = (status: string): string => {
  if (status.startsWith('2')) return 'pass'
  return status.startsWith('5') ? 'fail' : 'warn'
}

// Credentials in the order from full access to no access.
const credentialOrder: readonly RegExp[] = [
  /^user$/,
  /^(given|full) key$/,
  /^(?!disabled|deleted).* key$/,
  /other user$/,
  /credential$/,
]

const byCredential = (a: string, b: string): number =>
  rank(a) - rank(b) || (a < b ? -1 : Number(a > b))

function rank(name: string): number {
  const found = credentialOrder.findIndex((pattern) => pattern.test(name))
  return found === -1 ? credentialOrder.length : found
}

/** The operations that took longest. */
export function timingSection({ calls }: Report): readonly Markup[] {
  const operations = [...Map.groupBy(calls, ({ operation }) => operation)].map(timingOf)
  const slow = operations.toSorted((a, b) => b.slowest - a.slowest).slice(0, maxSlow)
  const most = slow[0]?.slowest ?? 0
  if (slow.length === 0) return []
  return [
    html`<section aria-labelledby="timing">
      <h2 id="timing">Slowest operations</h2>
      <div class="wide" role="region" aria-labelledby="timing" tabindex="0">
        <table>
          <thead>
            <tr>
              <th scope="col">operation</th>
              <th scope="col">calls</th>
              <th scope="col">mean (ms)</th>
              <th scope="col">slowest (ms)</th>
              <td></td>
            </tr>
          </thead>
          <tbody>
            ${slow.map(
              ({ operation, number, mean, slowest }) =>
                html`<tr>
                  <th scope="row"><code>${operation}</code></th>
                  <td class="number">${number}</td>
                  <td class="number">${mean}</td>
                  <td class="number">${slowest}</td>
                  <td>
                    <meter aria-hidden="true" max="${Math.max(most, 1)}" value="${slowest}"></meter>
                  </td>
                </tr> `,
            )}
          </tbody>
        </table>
      </div>
      <p class="faint">A stream counts until it was closed or cut.</p>
    </section> `,
  ]
}

function timingOf([operation, calls]: readonly [string, readonly CallSummary[]]) {
  const number = calls.flatMap(({ statuses }) => Object.values(statuses)).reduce(sum, 0)
  const total = calls.map(({ totalMs }) => totalMs).reduce(sum, 0)
  const slowest = Math.max(...calls.map(({ slowestMs }) => slowestMs))
  return { operation, number, mean: Math.round(total / number), slowest }
}

const sum = (a: number, b: number): number => a + b
