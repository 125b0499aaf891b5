import { escapeJson } from '../../contract/escape.ts'
import { parseJson } from '../../contract/json.ts'
import { errorCode } from '../session/assertions.ts'
import type { Exchange } from '../session/exchange.ts'
import { formatValue, walk, type LocatedValue } from '../session/json.ts'

/** What a check expected of its last response, and what came; both as a finding has them. */
type Expectation = { readonly expected: string; readonly got: string }

/**
 * The condition under which a failure is gone, as code about `last`, the response of the last call of a
 * script. Undefined if the response alone cannot decide it, such as a rule about two responses.
 */
export function goneCode(finding: Expectation, exchange: Exchange): string | undefined {
  return (
    statusCode(finding, exchange) ??
    errorCodeCode(finding, exchange) ??
    valueCode(finding, exchange)
  )
}

function statusCode({ expected, got }: Expectation, { status }: Exchange): string | undefined {
  const [shown] = got.split(',')
  if (shown !== `status ${status}`) return undefined
  if (expected === 'a 2xx status' || expected === 'the key to be accepted')
    return 'last.response.ok'
  if (expected === 'a 4xx refusal')
    return 'last.response.status >= 400 && last.response.status < 500'
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

/** For a field that was expected to have a value or a type: `size 20`, `expires_in to be 7200`. */
function valueCode({ expected, got }: Expectation, { json }: Exchange): string | undefined {
  const [, name = '', what = ''] = /^([a-z_]\w*) (?:to be )?(.+)$/i.exec(expected) ?? []
  const places = walk(json)
    .filter(({ key, value }) => key === name && (got === 'missing' || formatValue(value) === got))
    .toArray()
  const [place] = places
  if (places.length !== (got === 'missing' ? 0 : 1)) return undefined
  const value = place ? `last.json${pathCode(place)}` : `memberOf(last.json, '${name}')`
  if (parseJson(what) !== undefined && !isOfRun(name, what))
    return `JSON.stringify(${value}) === ${JSON.stringify(what)}`
  const tests = what.split(/, or | or (?!more)/).map((words) => typeTest(words, value))
  return tests.includes(undefined) ? undefined : tests.join(' || ')
}

/** Whether a value is another one in the next run: a time, an id, a name with a number, a count. */
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
  true: (value) => `${value} === true`,
  false: (value) => `${value} === false`,
}

/** The steps from a document to a place in it. A name of the target is data, and stays quoted. */
function pathCode({ key, container }: LocatedValue): string {
  if (container === undefined) return ''
  const isItem = Array.isArray(container.value)
  return `${pathCode(container)}?.[${isItem ? Number(key) : escapeJson(JSON.stringify(key))}]`
}
