import { escapeJson } from '../../contract/escape.ts'
import { parseJson } from '../../contract/json.ts'
import { errorCode } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue, member, walk, type LocatedValue } from '../session/json.ts'

/** The texts of a finding about the last response: the expected and the actual value. */
type Expectation = { readonly expected: string; readonly got: string }

/** Returns code for a text, such as an id from an earlier response; undefined if none is known. */
type TextCode = (text: string) => string | undefined

/** Returns script lines that test if the last response has the failure, and set the exit code. */
export const verdictLines = (
  id: string,
  gone: string | undefined,
  status: number,
): readonly string[] => [
  ...(gone === undefined
    ? []
    : [
        // A busy target and a refused credential leave the result undecided.
        `  const isNew = last.response.status !== ${status}`,
        `  const isBusy = isNew && /^(429|5..)$/.test(last.response.status)`,
        `  const isGone = ${gone}`,
        '  const isRefused = isNew && !isGone && last.response.status === 401',
        '  const gone = isBusy || isRefused ? undefined : isGone',
      ]),
  `  process.exitCode = ${gone === undefined ? '2' : 'gone === undefined ? 2 : gone ? 0 : 1'}`,
  "  console.log(['The failure is gone.', 'The failure shows.'][process.exitCode] ??",
  `    'Undecided: compare the response with what was expected. The check itself decides: npx agent-understudy conform --reproduce ${id} --base-url ' + base)`,
]

/**
 * Returns the code of a condition that is true if the failure is gone. The code reads `last`, the
 * last response of a script. Undefined if one response cannot decide it.
 */
export function goneCode(
  finding: Expectation,
  exchange: Exchange,
  textCode: TextCode,
): string | undefined {
  return (
    statusCode(finding, exchange) ??
    errorCodeCode(finding, exchange) ??
    textRuleCode(finding) ??
    foreignRecordCode(finding, textCode) ??
    valueCode(finding, exchange, textCode)
  )
}

function statusCode({ expected, got }: Expectation, { status }: Exchange): string | undefined {
  const [shown] = got.split(',')
  if (shown !== `status ${status}`) return undefined
  if (expected === 'a 2xx status' || expected === 'the key to be accepted')
    return 'last.response.ok'
  // If the failed request got a 4xx, another 4xx proves nothing: a good credential may get it too.
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

/** Returns the code of the condition for a finding that its text describes completely. */
function textRuleCode(finding: Expectation): string | undefined {
  for (const [pattern, codeFor] of textRules) {
    const match = pattern.exec(finding.expected)
    if (match !== null) return codeFor(...match.slice(1))
  }
  return eventFieldCode(finding)
}

const textRules: readonly (readonly [RegExp, (...groups: readonly string[]) => string])[] = [
  // Findings about bodies.
  [
    /^a body with the type application\/json$/,
    () =>
      "/^application\\/(?:[\\w.-]+\\+)?json\\b/i.test(last.response.headers.get('content-type'))",
  ],
  [/^(\w+) at the top of the body$/, (name) => `last.json?.${name} !== undefined`],
  [/^items to be an array$/, () => 'Array.isArray(last.json?.items)'],
  [/^no access_token$/, () => "memberOf(last.json, 'access_token') === undefined"],
  [/^a string (\w+)$/, (name) => `typeof memberOf(last.json, '${name}') === 'string'`],
  [/^token_type bearer$/, () => "/^bearer$/i.test(memberOf(last.json, 'token_type'))"],
  // Findings about lists.
  [/^at most (\d+) items$/, (size) => `idsOf(last).length <= ${size}`],
  [
    /^\d+ pages for \d+ items with size (\d+)$/,
    (size) => `memberOf(last.json, 'pages') === Math.ceil(memberOf(last.json, 'total') / ${size})`,
  ],
  [
    /^each item of the list on one of its pages$/,
    () => pagesCode('list.whole.every((id) => list.walked.includes(id))'),
  ],
  [
    /^item \d+ to be .+, as in the whole list$/s,
    () => pagesCode('list.walked.every((id, at) => id === list.whole[at])'),
  ],
  [/^another item on page 2$/, () => 'new Set(listAt(last.path).walked).size > 1'],
  // Findings about streams.
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
  [/^a done with the final result$/, () => "last.names.includes('done')"],
  [
    /^a phase or a step_progress$/,
    () => "last.names.includes('phase') || last.names.includes('step_progress')",
  ],
  [/^a line `event:` in every event$/, () => 'last.names.every((name) => name !== undefined)'],
  [/^JSON as data$/, () => 'last.events.every((event) => event !== undefined)'],
  [/^at least one event$/, () => "last.names.some((name) => name !== 'resume_done')"],
  [
    /^(?:no stored events|only resume_done after -?\d+)$/,
    () => "last.response.ok && last.names.every((name) => name === 'resume_done')",
  ],
  [/^cursors of 0 or more$/, () => 'last.events.every((event) => !(event?.cursor < 0))'],
  [
    /^rising cursors in /,
    () => 'cursorsOf(last).every((cursor, at, all) => at === 0 || cursor > all[at - 1])',
  ],
  [
    /^higher cursors in the next turn$/,
    () =>
      'turns().length < 2 ? undefined : Math.min(...turns().at(-1)) > Math.max(...turns().at(-2))',
  ],
]

/** Wraps a condition about list pages; undecided if the script did not read the whole list. */
const pagesCode = (condition: string): string =>
  `((list) => (list.whole.length > list.size ? ${condition} : undefined))(listAt(last.path))`

/** Returns the condition for a record of the first user that the list of another user shows. */
function foreignRecordCode({ expected, got }: Expectation, textCode: TextCode) {
  if (!/^only the other user's own (?:keys|conversations)$/.test(expected)) return undefined
  const id = textCode(got.slice(got.indexOf(' ') + 1))
  return id && `(last.response.ok ? !idsOf(last).includes(${id}) : undefined)`
}

/** Returns the condition for a field of an event, such as `tokens of done@34 to be an integer`. */
function eventFieldCode({ expected, got }: Expectation): string | undefined {
  const [, field = '', name = '', what = ''] =
    /^([a-z_]\w*) of ([a-z_]+)@-?\d* to be (.+)$/.exec(expected) ?? []
  const test = typeTest(what, 'value')
  // Events other than `done` may rightly lack the field.
  if (test === undefined || (got === 'missing' && name !== 'done')) return undefined
  const values = `last.events.filter((_, at) => last.names[at] === '${name}').map((event) => memberOf(event, '${field}'))`
  const isRight = got === 'missing' ? test : `value === undefined || ${test}`
  return `${values}.every((value) => ${isRight})`
}

/** Returns the condition for a finding about a field, such as `expires_in to be 7200`. */
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
  const code = expectedValueCode(name, what, value, textCode)
  // If the response of the script has no such field, the result is undecided.
  const isOptional = code !== undefined && place !== undefined && !what.includes('absent')
  return isOptional ? `(${value} === undefined ? undefined : ${code})` : code
}

function expectedValueCode(name: string, what: string, value: string, textCode: TextCode) {
  const wantedValue = parseJson(what)
  const knownTextCode = typeof wantedValue === 'string' ? textCode(wantedValue) : undefined
  if (knownTextCode !== undefined) return `${value} === ${knownTextCode}`
  if (wantedValue !== undefined)
    return variesBetweenRuns(name, what)
      ? undefined
      : `JSON.stringify(${value}) === ${JSON.stringify(what)}`
  const tests = what.split(/, or | or (?!more)/).map((words) => typeTest(words, value))
  return tests.includes(undefined) ? undefined : tests.join(' || ')
}

/** Matches the text of a finding about a field: `title "new"`, `msg of an item to be a string`. */
const fieldPattern =
  /^([a-z_]\w*)(?: of (?:an item|an unused key|the error body|the new key))? (?:to be )?(.+)$/i

/** Finds a record whose id is in a variable of the script. Returns it and the code of its id. */
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

/** Whether a value may be different in each run, such as a time, an id or a count. */
const variesBetweenRuns = (name: string, json: string) =>
  /total|count/.test(name) || (json.startsWith('"') && /[\d[]/.test(json))

function typeTest(words: string, value: string): string | undefined {
  const [, least] = /^an integer of (\d+) or more$/.exec(words) ?? []
  if (least !== undefined) return `(Number.isInteger(${value}) && ${value} >= ${least})`
  const [, length] = /^a string of (\d+) characters$/.exec(words) ?? []
  if (length !== undefined) return `(typeof ${value} === 'string' && ${value}.length === ${length})`
  if (/^\w+(?:, \w+)+ or \w+$/.test(words))
    return `${JSON.stringify(words.split(/, | or /))}.includes(${value})`
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
  'an ISO 8601 date-time': (value) =>
    `/^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?:Z|[+-]\\d\\d(?::?\\d\\d)?)?$/.test(${value})`,
  'in UTC': (value) => `/(?:Z|[+-]00(?::?00)?)$/.test(${value})`,
  absent: (value) => `${value} === undefined`,
  true: (value) => `${value} === true`,
  false: (value) => `${value} === false`,
}

/** Returns code that reads a value in a document. Quotes all names: the target chose them. */
function pathCode({ key, container }: LocatedValue): string {
  if (container === undefined) return ''
  const isItem = Array.isArray(container.value)
  return `${pathCode(container)}?.[${isItem ? Number(key) : escapeJson(JSON.stringify(key))}]`
}
