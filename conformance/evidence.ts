import type { Exchange } from './exchange.ts'
import { longestFinding, longestQuoted } from './limits.ts'
import type { Mask } from './mask.ts'
import { Finding, Findings } from './outcomes.ts'
import type { Evidence } from './report.ts'

const longestBody = 600
// A command that is cut can't be run, so this is more than any real one has.
const longestLine = 4000
const mostHeaders = 100
const mostInstances = 5

/** The exchanges behind what a check threw, fit to be shown to anyone. */
export function evidenceOf(outcome: unknown, mask: Mask): readonly Evidence[] {
  const findings = findingsOf(outcome).slice(0, mostInstances)
  return findings.flatMap(({ exchange, expected, got }) =>
    exchange
      ? [
          {
            expected: quoted(expected, mask, longestLine),
            got: quoted(got, mask),
            ...toEvidence(exchange, mask),
          },
        ]
      : [],
  )
}

/** The findings inside what a check threw, also those that made its set-up fail. */
export function findingsOf(outcome: unknown): readonly Finding[] {
  if (outcome instanceof Finding) return [outcome]
  if (outcome instanceof Findings) return outcome.all
  return outcome instanceof Error ? findingsOf(outcome.cause) : []
}

/** One exchange fit to be shown. */
function toEvidence(exchange: Exchange, mask: Mask): Evidence {
  const { ask, status, headers } = exchange
  return {
    method: ask.method,
    path: quoted(ask.path, mask, longestLine),
    status,
    headers: Object.fromEntries(
      [...headers]
        .slice(0, mostHeaders)
        .map(([name, value]) => [
          quoted(name, mask),
          name === 'set-cookie' ? '<COOKIE>' : quoted(value, mask, longestLine),
        ]),
    ),
    body: quoted(exchange.text || eventsText(exchange), mask),
    curl: curl(exchange, mask),
  }
}

/** A shell command that repeats an exchange. */
export function curl({ ask, url, events }: Exchange, mask: Mask): string {
  const headers = Object.entries(ask.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  if (ask.bearer !== undefined) headers.push(`Authorization: Bearer ${ask.bearer}`)
  const body = ask.text ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body))
  if (body !== undefined && !('content-type' in (ask.headers ?? {}))) {
    headers.push('Content-Type: application/json')
  }
  return [
    events.length > 0 ? 'curl -iN' : 'curl -i',
    ask.method === 'GET' ? '' : `-X ${ask.method}`,
    quote(quoted(url, mask, longestLine)),
    ...headers.map((header) => `-H ${quote(quoted(header, mask, longestLine))}`),
    body === undefined ? '' : `-d ${quote(quoted(body, mask, longestLine))}`,
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
export function quoted(text: string, mask: Mask, most = longestBody): string {
  // What a finding kept may have been cut at that length.
  if (text.length <= longestQuoted) return excerpt(mask(text, text.length >= longestFinding), most)
  const masked = mask(text.slice(0, longestQuoted), true)
  return `${masked.slice(0, most)}… (${text.length} characters)`
}
