import type { AnswerOf, ParamsOf, QueryOf, SentBody } from './operation.ts'
import type { ControlName, ControlOperations } from './operations.ts'

/** The input of a control operation: its query, body and path parameters. */
type ControlInput<Name extends ControlName> = {
  readonly query?: QueryOf<ControlOperations[Name]> | undefined
  readonly body?: SentBody<ControlOperations[Name]> | undefined
} & (unknown extends ParamsOf<Name> ? unknown : { readonly params: ParamsOf<Name> })

/** The parameters of a function that calls an operation; `input` is optional for a fixed path. */
export type InputOf<Name extends ControlName, More = unknown> =
  object extends ControlInput<Name>
    ? [input?: ControlInput<Name> & More]
    : [input: ControlInput<Name> & More]

/** The response of an operation. */
export type ControlAnswer<Name extends ControlName> = AnswerOf<ControlOperations[Name]>

/** A call of an operation, as plain data. */
export type ControlCall<Name extends ControlName = ControlName> = {
  readonly name: Name
  readonly params?: Readonly<Record<string, string>>
  readonly query?: object | undefined
  readonly body?: unknown
}

/** Creates a call, as in `callOf('GET records/{kind}', { params: { kind: 'agents' } })`. */
export function callOf<Name extends ControlName>(
  name: Name,
  ...[input]: InputOf<Name>
): ControlCall<Name> {
  const call: ControlCall<Name> = { ...input, name }
  fillPath(call)
  return call
}

/** Returns the path of a call. Throws for an empty parameter: the path would mean all records. */
const fillPath = ({ name, params = {} }: ControlCall): string =>
  name.replace(/^\w+ /, '').replaceAll(/\{(\w+)\}/g, (_, one: string) => {
    const { [one]: value = '' } = params
    if (value === '') throw new Error(`\`${name}\` needs a value for \`${one}\`, which is empty.`)
    return encodeURIComponent(value)
  })

/** Returns the query of a call as text, without the fields that are `undefined`. */
export function queryText({ query = {} }: Pick<ControlCall, 'query'>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

/** Creates the request of a call: its path below `/__control/`, and the options of `fetch`. */
export function requestOf(call: ControlCall, authorization?: string) {
  const { name, body } = call
  const [method = ''] = name.split(' ')
  const query = queryText(call)
  const path = fillPath(call)
  return {
    path: query === '' ? path : `${path}?${query}`,
    init: {
      method,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body, infinityAsMax) }),
    },
  }
}

/** Writes an infinite speed as `max`, because JSON has no infinity. */
const infinityAsMax = (_: string, value: unknown) =>
  value === Number.POSITIVE_INFINITY ? 'max' : value
