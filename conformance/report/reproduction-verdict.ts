import { escapeJson } from '../../contract/escape.ts'
import { parseJson } from '../../contract/json.ts'
import { errorCode } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue, member, walk, type LocatedValue } from '../session/json.ts'

/** The expected and the actual value of the last response, as in a finding. */
type Expectation = { readonly expected: string; readonly got: string }

/** The code of a text that is the same in the next run, such as the id that an earlier response gave. */
type TextCode = (text: string) => string | undefined

/** The lines that compare the last response with the failure, and set the exit code. */
export const verdictLines = (
  id: string,
  gone: string | undefined,
  status: number,
): readonly string[] => [
  ...(gone === undefined
    ? []
    : [
        // Neither a busy target nor a refused credential decides anything.
        `  const isNew = last.response.status !== ${status}`,
        `  const isBusy = isNew && /^(429|5..)$/.test(last.response.status)`,
        `  const isGone = ${gone}`,
        '  const isRefused = isNew && !isGone && last.response.status === 401',
        '  const gone = isBusy || isRefused ? undefined : isGone',
      ]),
  `  process.exitCode = ${gone === undefined ? '2' : 'gone === undefined ? 2 : gone ? 0 : 1'}`,
  "  console.log(['The failure is gone.', 'The failure shows.'][process.exitCode] ??",
  `    'Compare the response with what was expected, or run: npx agent-understudy conform --reproduce ${id} --base-url ' + base)`,
]

/**
 * The condition under which a failure is gone, as code about `last`, the response of the last call of a
 * script. Undefined if the response alone cannot decide it, such as a rule about two responses.
 */
export function goneCode(
  finding: Expectation,
  exchange: Exchange,
  textCode: TextCode,
): string | undefined {
  return (
    statusCode(finding, exchange) ??
    errorCodeCode(finding, exchange) ??
    streamCode(finding) ??
    valueCode(finding, exchange, textCode)
  )
}

function statusCode({ expected, got }: Expectation, { status }: Exchange): string | undefined {
  const [shown] = got.split(',')
  if (shown !== `status ${status}`) return undefined
  if (expected === 'a 2xx status' || expected === 'the key to be accepted')
    return 'last.response.ok'
  // A good credential may meet another refusal, so only an accepted request shows the failure.
  const isRefusal =
    expected === 'a 4xx refusal' || (expected.startsWith('a refusal of ') && status < 400)
  if (isRefusal) return 'last.response.status >= 400 && last.response.status < 500'
  const [, other, list] =
    /^(?:status|a status (other than)) (\d{3}(?: (?:or|and) \d{3})*)(?: for .*)?$/.exec(expected) ??
    []
  const test = `[${list?.replaceAll(/ (?:or|and) /g, ', ')}].includes(last.response.status)`
  return list && (other === undefined ? test : `!${test}`)
}

function errorCodeCode({ expected, got }: Expectation, exchange: Exchange): string | undefined {
  const [, list] = /^code ([a-z_]+(?: or [a-z_]+)*)$/.exec(expected) ?? []
  const code = errorCode(exchange)
  if (list === undefined || code === undefined || got !== `code ${code}`) return undefined
  return `${JSON.stringify(list.split(' or '))}.includes(codeOf(last.json))`
}

/** The condition for a rule about all events of a stream. */
function streamCode({ expected }: Expectation): string | undefined {
  for (const [pattern, codeFor] of streamRules) {
    const match = pattern.exec(expected)
    if (match !== null) return codeFor(match[1] ?? '')
  }
  return undefined
}

const streamRules: readonly (readonly [RegExp, (name: string) => string])[] = [
  [
    /^(?:replay after -?\d+ to be )?200 with (?:an event stream|text\/event-stream)$/,
    () =>
      "last.response.status === 200 && /^text\\/event-stream/.test(last.response.headers.get('content-type'))",
  ],
  [
    /^(?:\S+ \S+ to end with the event|replay after -?\d+ to close with|last event) "?([a-z_]+)"?$/,
    (name) => `last.names.at(-1) === '${name}'`,
  ],
  [
    /^one ([a-z_]+) in (?:\S+ \/|replay after )/,
    (name) => `last.names.filter((name) => name === '${name}').length === 1`,
  ],
  [/^JSON as data$/, () => 'last.events.every((event) => event !== undefined)'],
  [/^cursors of 0 or more$/, () => 'last.events.every((event) => !(event?.cursor < 0))'],
  [
    /^rising cursors in /,
    () =>
      'last.events.map((event) => event?.cursor).filter(Number.isInteger).every((cursor, at, all) => at === 0 || cursor > all[at - 1])',
  ],
]

/** The condition for a field with an expected value or type: `size 20`, `expires_in to be 7200`. */
function valueCode(
  { expected, got }: Expectation,
  { json }: Exchange,
  textCode: TextCode,
): string | undefined {
  const [, name = '', what = ''] =
    fieldPattern.exec(expected.replace(/ (?:after the key was disabled|at the creation)$/, '')) ??
    []
  const record = recordOf(json, textCode)
  const placesIn = (document: unknown) =>
    walk(document)
      .filter(({ key, value }) => key === name && (got === 'missing' || formatValue(value) === got))
      .toArray()
  const isMissing = got === 'missing'
  const allPlaces = placesIn(json)
  const isOfRecord = record !== undefined && allPlaces.length !== (isMissing ? 0 : 1)
  const places = isOfRecord ? placesIn(record.value) : allPlaces
  const [place] = places
  if (places.length !== (isMissing ? 0 : 1)) return undefined
  const root = isOfRecord ? `recordOf(last.json, ${record.id})` : 'last.json'
  const value = place ? root + pathCode(place) : `memberOf(${root}, '${name}')`
  const code = wantedCode(name, what, value, textCode)
  // It is unknown whether the next response may leave out the field.
  const isOptional = code !== undefined && place !== undefined && !what.includes('absent')
  return isOptional ? `(${value} === undefined ? undefined : ${code})` : code
}

function wantedCode(name: string, what: string, value: string, textCode: TextCode) {
  const wantedValue = parseJson(what)
  const knownTextCode = typeof wantedValue === 'string' ? textCode(wantedValue) : undefined
  if (knownTextCode !== undefined) return `${value} === ${knownTextCode}`
  if (wantedValue !== undefined)
    return isOfRun(name, what) ? undefined : `JSON.stringify(${value}) === ${JSON.stringify(what)}`
  const tests = what.split(/, or | or (?!more)/).map((words) => typeTest(words, value))
  return tests.includes(undefined) ? undefined : tests.join(' || ')
}

/** A field, and what it was expected to be: `title "new"`, `msg of an item to be a string`. */
const fieldPattern =
  /^([a-z_]\w*)(?: of (?:an item|an unused key|the error body|the new key))? (?:to be )?(.+)$/i

/** The record whose id the script knows, in a response that shows several records. */
function recordOf(json: unknown, textCode: TextCode) {
  const records = walk(json)
    .flatMap(({ value }) => {
      const id = member(value, 'id')
      const code = typeof id === 'string' ? textCode(id) : undefined
      return code === undefined ? [] : [{ value, id: code }]
    })
    .toArray()
  return records.length === 1 ? records[0] : undefined
}

/** Whether a value differs in the next run: a time, an id, a name with a number, a count. */
const isOfRun = (name: string, json: string) =>
  /total|count/.test(name) || (json.startsWith('"') && /[\d[]/.test(json))

function typeTest(words: string, value: string): string | undefined {
  const [, least] = /^an integer of (\d+) or more$/.exec(words) ?? []
  if (least !== undefined) return `(Number.isInteger(${value}) && ${value} >= ${least})`
  return typeTests[words]?.(value)
}

const typeTests: Readonly<Record<string, (value: string) => string>> = {
  null: (value) => `${value} === null`,
  'a string': (value) => `typeof ${value} === 'string'`,
  'a number': (value) => `typeof ${value} === 'number'`,
  'an integer': (value) => `Number.isInteger(${value})`,
  'a boolean': (value) => `typeof ${value} === 'boolean'`,
  'an array': (value) => `Array.isArray(${value})`,
  'an object': (value) => `(typeof ${value} === 'object' && ${value} !== null)`,
  'a string that is not empty': (value) => `(typeof ${value} === 'string' && ${value} !== '')`,
  'a JWT: three parts with a dot between them': (value) =>
    `/^[^.]+\\.[^.]+\\.[^.]+$/.test(${value})`,
  absent: (value) => `${value} === undefined`,
  true: (value) => `${value} === true`,
  false: (value) => `${value} === false`,
}

/** The steps from a document to a place in it. A name of the target is data, and stays quoted. */
function pathCode({ key, container }: LocatedValue): string {
  if (container === undefined) return ''
  const isItem = Array.isArray(container.value)
  return `${pathCode(container)}?.[${isItem ? Number(key) : escapeJson(JSON.stringify(key))}]`
}
