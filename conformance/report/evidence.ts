import type { Exchange } from '../session/exchange.ts'
import { longestFinding, longestQuoted } from '../session/limits.ts'
import type { Mask } from './mask.ts'
import { Finding, Findings } from '../session/outcomes.ts'
import type { Evidence } from './report.ts'
import { isObject } from '../../contract/json.ts'

const longestBody = 600
// A command that is cut can't be run, so this is more than any real one has.
const longestLine = 4000
const mostHeaders = 100
const mostInstances = 5

/** The exchanges behind what a check threw, fit to be shown to anyone. */
export function collectEvidence(outcome: unknown, mask: Mask): readonly Evidence[] {
  const findings = collectFindings(outcome).slice(0, mostInstances)
  return findings.flatMap(({ exchange, expected, got }) =>
    exchange
      ? [
          {
            expected: quoteMasked(expected, mask, longestLine),
            got: quoteMasked(got, mask),
            ...toEvidence(exchange, mask),
          },
        ]
      : [],
  )
}

/** The findings inside what a check threw, also those that made its set-up fail. */
export function collectFindings(outcome: unknown): readonly Finding[] {
  if (outcome instanceof Finding) return [outcome]
  if (outcome instanceof Findings) return outcome.all
  return outcome instanceof Error ? collectFindings(outcome.cause) : []
}

/** One exchange fit to be shown. */
function toEvidence(exchange: Exchange, mask: Mask): Evidence {
  const { request, status, headers } = exchange
  return {
    method: request.method,
    path: quoteMasked(request.path, mask, longestLine),
    status,
    headers: Object.fromEntries(
      [...headers]
        .slice(0, mostHeaders)
        .map(([name, value]) => [
          quoteMasked(name, mask),
          name === 'set-cookie' ? '<COOKIE>' : quoteMasked(value, mask, longestLine),
        ]),
    ),
    body: quoteMasked(exchange.text || eventsText(exchange), mask),
    curl: toCurl(exchange, mask),
  }
}

/** A shell command that repeats an exchange. */
export function toCurl({ request, url, events }: Exchange, mask: Mask): string {
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
    quote(quoteMasked(url, mask, longestLine)),
    ...headers.map((header) => `-H ${quote(quoteMasked(header, mask, longestLine))}`),
    body === undefined ? '' : `-d ${quote(quoteMasked(body, mask, longestLine))}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

// No longer than what is quoted of it.
function eventsText({ events }: Exchange): string {
  let text = ''
  for (const { event, data } of events) {
    if (text.length > longestQuoted) break
    text += `event: ${event ?? ''}\ndata: ${data}\n\n`
  }
  return text
}

/** The beginning of a text that is too long to be shown whole. */
export const excerpt = (text: string, most = longestBody): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text

/**
 * The beginning of a foreign text, fit to be shown: masked first and cut after, so that no half
 * secret is left. Of a very long one only the beginning is looked at.
 */
export function quoteMasked(text: string, mask: Mask, most = longestBody): string {
  // What a finding kept may have been cut at that length.
  if (text.length <= longestQuoted) return excerpt(mask(text, text.length >= longestFinding), most)
  const masked = mask(text.slice(0, longestQuoted), true)
  return `${masked.slice(0, most)}… (${text.length} characters)`
}

// What a check saw may be as large as an answer. A run of the whole suite returns some 100 values.
const mostValues = 2000

/** What a check returned, masked, and cut where the target made it too large for a report. */
export function maskObservation(returned: unknown, mask: Mask): unknown {
  let values = 0
  const shown = (value: unknown): unknown => {
    values += 1
    if (values > mostValues) return '…'
    if (typeof value === 'string') return quoteMasked(value, mask)
    if (Array.isArray(value)) return value.slice(0, mostValues).map(shown)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, mostValues)
        .map(([key, inner]) => [quoteMasked(key, mask), shown(inner)]),
    )
  }
  return shown(returned)
}
