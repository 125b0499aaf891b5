import { quoteForShell } from '../../contract/escape.ts'
import type { Mask } from './mask.ts'
import type { Evidence } from './report.ts'
import { type Exchange, operationOf } from '../session/exchange.ts'
import { maxFinding, maxQuoted } from '../session/limits.ts'
import { Blocked, Finding, Findings } from '../session/outcomes.ts'
import { isObject } from '../../contract/json.ts'
import { isError } from '../../contract/realm-safe.ts'
import { shortenWithLength } from '../../contract/shorten.ts'
import type { MaskText } from '../../secrets/mask.ts'

const maxBody = 600
// Maximum characters of a command. No real command is longer: a truncated command would not run.
const maxLine = 4000
const maxHeaders = 100
const maxInstances = 5

/** Returns the exchanges of the findings in the error of a check, with secrets masked. */
export function collectEvidence(
  outcome: unknown,
  mask: Mask,
  principals: ReadonlyMap<Exchange, string>,
): readonly Evidence[] {
  const findings = collectFindings(outcome).slice(0, maxInstances)
  return findings.flatMap(({ exchange, expected, got }) =>
    exchange
      ? [
          {
            expected: quoteMasked(expected, mask.withForms, maxLine),
            got: quoteMasked(got, mask.withForms),
            ...toEvidence(exchange, mask, principals.get(exchange) ?? ''),
          },
        ]
      : [],
  )
}

/** Returns the findings in the error of a check, including findings of a failed set-up. */
export function collectFindings(outcome: unknown): readonly Finding[] {
  if (outcome instanceof Finding) return [outcome]
  if (outcome instanceof Findings) return outcome.all
  return isError(outcome) ? collectFindings(outcome.cause) : []
}

/** Converts an exchange to evidence for a report: masks secrets and truncates texts. */
function toEvidence(exchange: Exchange, mask: Mask, principal: string): Evidence {
  const { request, status, headers } = exchange
  return {
    method: request.method,
    path: quoteMasked(request.path, mask, maxLine),
    status,
    headers: Object.fromEntries(
      [...headers]
        .slice(0, maxHeaders)
        .map(([name, value]) => [
          quoteMasked(name, mask),
          name === 'set-cookie' ? '<COOKIE>' : quoteMasked(value, mask, maxLine),
        ]),
    ),
    body: quoteMasked(exchange.text || eventsText(exchange), mask),
    curl: toCurl(exchange, mask, principal),
  }
}

/** Creates a `curl` command for the request. A placeholder for the credential names its kind. */
function toCurl({ request, url, events }: Exchange, mask: Mask, principal: string): string {
  const quoted = (text: string) =>
    quoteForShell(
      quoteMasked(text, mask, maxLine).replace(
        /((?:^authorization: bearer |"token":")<(?:ACCESS_TOKEN|API_KEY|TOKEN))>/i,
        principal === '' ? '$&' : `$1: ${principal}>`,
      ),
    )
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  if (request.bearer !== undefined) headers.push(`Authorization: Bearer ${request.bearer}`)
  const body =
    request.text ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  if (body !== undefined && !('content-type' in (request.headers ?? {}))) {
    headers.push('Content-Type: application/json')
  }
  return [
    events.length > 0 ? 'curl -iN' : 'curl -i',
    request.method === 'GET' ? '' : `-X ${request.method}`,
    quoteForShell(quoteMasked(url, mask, maxLine)),
    ...headers.map((header) => `-H ${quoted(header)}`),
    body === undefined ? '' : `-d ${quoted(body)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

// Stops after `maxQuoted` characters, because a report shows fewer.
function eventsText({ events }: Exchange): string {
  let text = ''
  for (const { event, data } of events) {
    if (text.length > maxQuoted) break
    text += `event: ${event ?? ''}\ndata: ${data}\n\n`
  }
  return text
}

/** Truncates a text that is too long for a report. */
export const excerpt = (text: string, most = maxBody): string => shortenWithLength(text, most)

/** Quotes a text of the target. Masks first and truncates then, so that no secret remains. */
export function quoteMasked(text: string, mask: MaskText, most = maxBody): string {
  // A text of `maxFinding` characters may have been truncated, and may end inside a secret.
  if (text.length <= maxQuoted)
    return shortenWithLength(mask(text, text.length >= maxFinding), most)
  return shortenWithLength(mask(text.slice(0, maxQuoted), true), most, text.length)
}

// Maximum number of values of an observation, which may be as large as a response. The steps of a
// `life.` check have up to 5,000 values, the observations of other checks about 100.
const maxValues = 20_000

/** Masks the observation of a check, and truncates it if the target made it too large. */
export function maskObservation(returned: unknown, mask: Mask): unknown {
  let values = 0
  const shown = (value: unknown): unknown => {
    values += 1
    if (values > maxValues) return '…'
    if (typeof value === 'string') return quoteMasked(value, mask)
    if (Array.isArray(value)) return value.slice(0, maxValues).map(shown)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, maxValues)
        .map(([key, inner]) => [quoteMasked(key, mask), shown(inner)]),
    )
  }
  return shown(returned)
}

/** A failed check, and the error that it threw. */
type Failure = { readonly id: string; readonly thrown: unknown }

/**
 * Finds the failed check that explains why another check is blocked. It is the check that the error
 * names, else a check that failed on the same response, else on the same operation and status.
 */
export function findBlocker(thrown: unknown, failures: readonly Failure[]): string | undefined {
  if (!(thrown instanceof Blocked)) return undefined
  const named = reportersOf(thrown)
  const reporter = failures.find(({ id }) => named.includes(id))
  if (reporter !== undefined) return reporter.id
  const [root] = collectFindings(thrown)
  const { exchange } = root ?? {}
  if (exchange === undefined) return undefined
  const failedOn = (fits: (other: Exchange) => boolean) =>
    failures.find((failure) =>
      collectFindings(failure.thrown).some((finding) => finding.exchange && fits(finding.exchange)),
    )?.id
  return (
    failedOn((other) => other === exchange) ??
    failedOn(
      ({ request, status }) =>
        status === exchange.status && operationOf(request) === operationOf(exchange.request),
    )
  )
}

function reportersOf(error: unknown): readonly string[] {
  if (!isError(error)) return []
  const reportingChecks = error instanceof Blocked ? error.reportedBy : []
  return reportingChecks.length > 0 ? reportingChecks : reportersOf(error.cause)
}
