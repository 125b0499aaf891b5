import type { Profile } from '../../../contract/picks.ts'
import { type Ask, fromLatin1, type Heard } from '../parity/exchange.ts'
import { frozenFake } from '../parity/frozen.ts'
import { stock } from '../parity/mounts.ts'
import { shortened, textLines } from './readable.ts'
import { type Exchange, exchangesOf, type Journey } from './requests.ts'

/** Headers that most responses have. */
type Headers = ReadonlyMap<string, string>

const baseUrl = 'http://platform.test'

/**
 * The bytes that a fake in this process sends for the requests of a journey.
 * tests/whole/parity.test.ts proves that other mounts send the same; docs/mounts.md lists the
 * differences.
 */
export async function exchangesText(
  journey: Journey,
  profile?: Profile,
  common?: Headers,
): Promise<string> {
  const fake = frozenFake({ ...stock, ...(profile && { profile }) })
  const exchanges = await exchangesOf(journey, { fake, baseUrl, fetch: fake.fetch })
  fake.close()
  return print(exchanges, common)
}

/**
 * The exchanges in a text by label, and the headers at its top. References to an equal response are
 * replaced by that response, so that sampled exchanges have the same lines.
 */
export function readExchanges(text: string) {
  const [top = '', ...blocks] = text.split(/^## /m)
  const headers = [...top.matchAll(/^(\S+): (.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  )
  const lines = new Map<string, readonly string[]>()
  for (const block of blocks) {
    const [label = '', ...own] = block.trimEnd().split('\n')
    const same = lines.get(/^= (.*)/.exec(own.at(-1) ?? '')?.[1] ?? '')
    const answer = same?.slice(same.findIndex((line) => /^\d/.test(line))) ?? []
    lines.set(label, same === undefined ? own : [...own.slice(0, -1), ...answer])
  }
  return { common: new Map(headers), lines }
}

/**
 * Calls that always fail: no identity provider is configured, and the deployment reads two paths of
 * connectors as ids.
 */
const refusedCalls =
  /^GET \/api\/(auth\/oauth\/|connectors\/(circuit-breaker-status|config-template):)/

/** Prints exchanges. Headers that most responses share are printed once, at the top. */
function print(
  exchanges: readonly Exchange[],
  common: Headers = commonHeaders(exchanges.map(({ heard }) => heard)),
): string {
  const failed = exchanges.filter(
    ({ label, heard }) =>
      label.endsWith(': success') &&
      !(heard.status >= 200 && heard.status < 400) &&
      !refusedCalls.test(label),
  )
  if (failed.length > 0)
    throw new Error(`These calls failed: ${failed.map(({ label }) => label).join(', ')}`)
  const labelsByText = new Map<string, string>()
  const blocks = exchanges.map(({ label, ask, heard }) => {
    const lines = [...statusLines(heard, common), ...textLines(toText(heard.body))]
    const before = labelsByText.get(lines.join('\n'))
    if (before === undefined) labelsByText.set(lines.join('\n'), label)
    const answer = before === undefined || lines.length < 3 ? lines : [`= ${before}`]
    // A refusal of a call that later succeeds.
    const isShort = /: (no|unknown|wrong|key|record) /.test(label) && heard.status >= 400
    return [`## ${label}`, ...(isShort ? [] : requestLines(ask)), ...answer, ''].join('\n')
  })
  const top = [...common].map(([name, value]) => `${name}: ${value}\n`).join('')
  return `Headers of a response, unless it shows others:\n${top}\n${blocks.join('\n')}`
}

/** A request without headers that follow from its label or its body. */
function requestLines({ method, path, headers, body }: Ask): string[] {
  const shown = headers.filter(([name]) => !['authorization', 'content-type'].includes(name))
  return [
    `${method} ${shortened(path)}`,
    ...shown.map(([name, value]) => `${name}: ${shortened(value)}`),
    ...(body === undefined ? [] : textLines(toText(body)).map((line) => `> ${line}`)),
  ]
}

/** The status, an unusual end of the response, and the headers that differ. */
function statusLines({ status, ended, headers }: Heard, common: Headers): string[] {
  const others = Object.entries(headers).filter(([name, value]) => common.get(name) !== value)
  const missing = [...common.keys()].filter((name) => !Object.hasOwn(headers, name))
  return [
    ended === 'closed' ? String(status) : `${status}, ${ended}`,
    ...others.map(([name, value]) => `+ ${name}: ${shortened(value)}`),
    ...(status === 0 ? [] : missing.map((name) => `- ${name}`)),
  ]
}

/** The headers that have the same value in at least half of the responses. */
function commonHeaders(heard: readonly Heard[]): Map<string, string> {
  const counts = new Map<string, number>()
  const pairs = heard.flatMap(({ headers }) => Object.entries(headers))
  for (const pair of pairs.map((one) => JSON.stringify(one)))
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  const common = [...counts].filter(([, count]) => count * 2 >= heard.length)
  return new Map(common.map(([pair]) => JSON.parse(pair) as [string, string]).toSorted())
}

const toText = (latin1: string) => new TextDecoder().decode(fromLatin1(latin1))
