import { escapeJson, escapeLine } from '../../contract/escape.ts'
import { formatCount } from '../../contract/format-count.ts'
import { isObject } from '../../contract/json.ts'
import type { MaskText } from '../../secrets/mask.ts'
import { pathOf } from '../../contract/exchange.ts'
import { type Exchange, operationOf, startsTurn } from '../session/exchange.ts'
import { isAccepted } from '../session/assertions.ts'
import { walk } from '../session/json.ts'
import { lists } from '../setup/lists.ts'
import { inventedCredentials } from '../setup/refusals.ts'
import type { Target } from '../session/test-session.ts'
import { decodeSegment } from '../../contract/operations/path-table.ts'
import type { Finding } from '../session/outcomes.ts'
import { type Reproduction, withoutScheme } from './reproduction.ts'
import { reservedNames, scriptHelpers } from './reproduction-helpers.ts'
import { goneCode, verdictLines } from './reproduction-verdict.ts'
import { capitalize } from '../../contract/capitalize.ts'

/** The failure, as the comment at the start of the script describes it. */
type Failure = {
  readonly id: string
  readonly clause: string
  readonly level: string
  readonly says: string
  readonly expected: string
  readonly got: string
}

type ScriptOptions = {
  readonly target: Target
  readonly failure: Failure
  /** The finding that the check threw, without masking. */
  readonly finding: Pick<Finding, 'expected' | 'got'>
  /** The kind of credential of an exchange, such as `chat key`. */
  readonly principalOf: (exchange: Exchange) => string
  readonly mask: MaskText
  /** The timeout of a request of the run in milliseconds. */
  readonly timeout: number
}

/** The minimum timeout of a request of a script, in milliseconds. */
const leastTimeout = 60_000

/** The environment variables for the credentials of the target, the same as for `conform`. */
const credentialNames = {
  email: 'UNDERSTUDY_EMAIL',
  password: 'UNDERSTUDY_PASSWORD',
  otherEmail: 'UNDERSTUDY_OTHER_EMAIL',
  otherPassword: 'UNDERSTUDY_OTHER_PASSWORD',
  apiKey: 'UNDERSTUDY_API_KEY',
  expiredToken: 'UNDERSTUDY_EXPIRED_TOKEN',
} as const

/** Returns the environment variables of a script, with their values, for a child process. */
export const credentialVariables = (target: Target): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(credentialNames).flatMap(([field, name]) => {
      const value = target[field as keyof typeof credentialNames]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * Returns the text of a Node module that reproduces a failure. The module creates the records for
 * the failed request, sends the request, shows the response, and removes the records. It reads
 * credentials from environment variables, and ids and tokens from earlier responses.
 */
export function toScript(
  { steps, removals, origins }: Reproduction,
  { target, failure, finding, principalOf, mask, timeout }: ScriptOptions,
): string {
  const variableNames = new Map<Exchange, string>()
  const names = new Map(
    Object.entries(credentialVariables(target)).map(([name, value]) => [value, name]),
  )
  const needed = new Set<string>()
  /** The names of script variables that a later request uses. */
  const read = new Set<string>()

  /**
   * Returns code for a text that comes from a response or an environment variable, else undefined.
   */
  const reference = (text: string): string | undefined => {
    const name = names.get(text)
    if (name !== undefined) {
      needed.add(name)
      return `env('${name}')`
    }
    const origin = origins.get(text)
    const variable = origin && variableNames.get(origin.exchange)
    if (variable !== undefined) read.add(variable)
    return variable && variable + origin.path.map(accessor).join('')
  }

  const valueCode = (value: unknown, at: Exchange): string => {
    if (typeof value === 'string') return reference(value) ?? dateCode(value, at) ?? textCode(value)
    if (typeof value === 'number') return reference(String(value)) ?? String(value)
    if (Array.isArray(value)) return `[${value.map((item) => valueCode(item, at)).join(', ')}]`
    if (!isObject(value)) return JSON.stringify(value)
    const members = Object.entries(value).map(
      ([key, inner]) => `${nameCode(key)}: ${valueCode(inner, at)}`,
    )
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }

  const textCode = (text: string): string => {
    const [, first = '', others = ''] = /^([\s\S])(\1{80,})$/.exec(text) ?? []
    if (first !== '') return `${JSON.stringify(first)}.repeat(${others.length + 1})`
    return escapeJson(JSON.stringify(isInvented(text) ? text : mask(text)))
  }

  const pathCode = (path: string): string => {
    const [base = '', query] = path.split('?')
    const pieces = [
      ...base.split('/').map((part) => reference(decodeSegment(part)) ?? { text: part }),
      ...(query === undefined ? [] : [{ text: query }]),
    ]
    const code = pieces.map((piece, at) => {
      const before = at === 0 ? '' : query !== undefined && at === pieces.length - 1 ? '?' : '/'
      if (typeof piece === 'string') return `${before}\${${piece}}`
      return before + escapeJson(templateText(mask(piece.text)))
    })
    return `\`${code.join('')}\``
  }

  // Excludes the last request: it shows the failure, so a correct target may refuse it.
  const isSignIn = (exchange: Exchange): boolean =>
    exchange !== steps.at(-1) && isAccepted(exchange) && exchange.request.path === '/api/auth/login'

  const callCode = (exchange: Exchange): string => {
    const { method, path, bearer, headers = {}, body, text } = exchange.request
    const options = [
      ...(bearer === undefined ? [] : [`bearer: ${valueCode(bearer, exchange)}`]),
      ...(Object.keys(headers).length === 0 ? [] : [`headers: ${headersCode(headers, exchange)}`]),
      ...(body === undefined ? [] : [`body: ${valueCode(body, exchange)}`]),
      ...(text === undefined ? [] : [`text: ${textCode(text)}`]),
      ...(exchange.ended === 'cut' ? [`events: ${exchange.events.length}`] : []),
      ...(isSignIn(exchange) ? ['isSignIn: true'] : []),
    ]
    const optionsCode =
      options.length === 0 ? '' : `, {\n${options.map((each) => `    ${each},\n`).join('')}  }`
    return `call(${textCode(principalOf(exchange))}, '${method}', ${pathCode(path)}${optionsCode})`
  }

  /**
   * Returns code that removes the record of a step: as the run did, else by the id of the record.
   */
  const removalCode = (step: Exchange, name: string): string | undefined => {
    const removal = removals.get(step)
    if (removal !== undefined) return callCode(removal)
    const { method, path, bearer } = step.request
    if (method !== 'POST' || !createdIn.includes(path)) return undefined
    const credential = bearer === undefined ? '' : `, ${valueCode(bearer, step)}`
    return `removeNew('${path}', ${name}${credential})`
  }

  const headersCode = (headers: Readonly<Record<string, string>>, at: Exchange): string => {
    const members = Object.entries(headers).map(([name, value]) => {
      const credential = withoutScheme(value)
      const credentialReference = credential === value ? undefined : reference(credential)
      return `${nameCode(name)}: ${credentialReference ? `\`Bearer \${${credentialReference}}\`` : valueCode(value, at)}`
    })
    return `{ ${members.join(', ')} }`
  }

  const calls = steps.map((step) => {
    const code = callCode(step)
    const name = variableName(step, [...variableNames.values()])
    variableNames.set(step, name)
    return { step, code, name, removal: removalCode(step, name) }
  })
  const last = calls.at(-1)?.step
  const texts = new Set<unknown>(
    steps.flatMap(({ request }) => [...walk(request.body)].map(({ value }) => value)),
  )
  /**
   * Returns code for a text from a request or an earlier response; undefined for any other text.
   */
  const knownCode = (text: string): string | undefined => {
    if (origins.get(text)?.exchange === last) return undefined
    return reference(text) ?? (texts.has(text) ? textCode(text) : undefined)
  }
  const condition = last && goneCode(finding, last, knownCode)
  const lines = calls.flatMap(({ step, code, name, removal }) => {
    const pause = Math.round(step.slept ?? 0)
    const isLast = step === last
    const isRead = isLast || removal !== undefined || read.has(name)
    const isShown = pathOf(step) === pathOf(last ?? step)
    const sent = isShown ? `show(await ${code})` : `await ${code}`
    return [
      ...(pause >= leastPause ? [`  await pause(${pause})`] : []),
      `  // The run got ${step.status}.`,
      `  ${isRead ? `const ${name} = ` : ''}${sent}`,
      ...(removal === undefined ? [] : [`  made.push(async () => ${removal})`]),
      ...(isLast ? [`  last = ${name}`] : []),
    ]
  })
  const turns = steps.filter((step) => startsTurn(step.request) && isAccepted(step)).length
  return [
    ...headerLines(failure, [...needed], turns),
    `const base = process.env.UNDERSTUDY_BASE_URL ?? ${textCode(baseOf(steps))}`,
    'const made = []',
    'const answers = []',
    'let last',
    'let removing',
    'const longest = 6000',
    `const timeout = ${Math.max(leastTimeout, timeout)}`,
    'let serverNow = Date.now()',
    "for (const signal of ['SIGINT', 'SIGTERM'])",
    '  process.once?.(signal, () => void removeAll().then(() => process.exit(130)))',
    `console.log(${textCode(`${failure.id}: expected ${failure.expected}, got ${failure.got}`)})`,
    'try {',
    ...[...needed].map((name) => `  env('${name}')`),
    ...lines,
    // Leaves out a condition that contains a secret.
    ...verdictLines(
      failure.id,
      condition !== undefined && mask(condition) === condition ? condition : undefined,
      last?.status ?? 0,
    ),
    '} catch (error) {',
    '  console.log(`Undecided: a call failed, or lacks what the next one needs: ${error.cause?.message ?? error.message}`)',
    '  process.exitCode = 2',
    '} finally {',
    '  await removeAll()',
    '}',
    '',
    scriptHelpers,
  ].join('\n')
}

function headerLines(
  { id, clause, level, says, expected, got }: Failure,
  needed: readonly string[],
  turns: number,
) {
  const credentials = needed.length === 0 ? 'It needs no credential.' : `Set ${needed.join(', ')}.`
  return [
    `Shows the failure of ${id} (${clause}, ${level}).`,
    `Rule: ${says}`,
    `Expected: ${expected}`,
    `Got: ${got}`,
    `Run it with \`node FILE.mjs\`. ${credentials}`,
    'Exit codes: 1 the failure shows, 0 it is gone, 2 undecided.',
    ...(turns === 0 ? [] : [`It starts ${formatCount(turns, 'turn')} of an agent.`]),
  ].map((line) => `// ${escapeLine(line)}`)
}

/** Returns the number of turns that a script starts, read from the comment at its start. */
export const turnsOf = (script: string): number =>
  Number(/^\/\/ It starts (\d+) turn/m.exec(script)?.[1] ?? 0)

/** Returns the address of the target, without the path of a request. */
const baseOf = ([first]: readonly Exchange[]): string =>
  first === undefined ? '' : first.url.slice(0, first.url.length - first.request.path.length)

/** The minimum pause in milliseconds that a script repeats. Shorter ones do not affect a target. */
const leastPause = 500

/** Creates a variable name from a request path, such as `apiKeys`. A name in use gets a number. */
function variableName(exchange: Exchange, taken: readonly string[]): string {
  const words = operationOf(exchange.request)
    .split(/[ /]/)
    .filter((word) => /^[a-z][\w-]*$/.test(word))
  const [first = 'response', ...others] = (words.at(-1) ?? 'response').split(/[-_]/)
  const name = first + others.map(capitalize).join('')
  const isTaken = (other: string) => reservedNames.has(other) || taken.includes(other)
  if (!isTaken(name)) return name
  let number = 2
  while (isTaken(`${name}${number}`)) number += 1
  return `${name}${number}`
}

/** The paths at which a script creates records, which it must remove. */
const createdIn: readonly string[] = [lists.keys, lists.conversations]

const isInvented = (text: string): boolean =>
  Object.values<string>(inventedCredentials).includes(text)

const nameCode = (key: string): string =>
  /^[a-z_$][\w$]*$/i.test(key) ? key : escapeJson(JSON.stringify(key))

const accessor = (step: string | number): string =>
  typeof step === 'number'
    ? `[${step}]`
    : /^[a-z_$][\w$]*$/i.test(step)
      ? `.${step}`
      : `[${escapeJson(JSON.stringify(step))}]`

/** Returns code for a timestamp, such as an expiry, as seconds from the server's clock. */
function dateCode(text: string, { headers }: Exchange): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const seconds = Math.round((Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000)
  return Number.isFinite(seconds) ? `serverTime(${seconds})` : undefined
}

const templateText = (text: string): string => text.replaceAll(/[`\\]|\$\{/g, '\\$&')
