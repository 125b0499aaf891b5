import type { Endpoint } from './endpoints/endpoint.ts'
import { type EndpointId, endpointIds, endpoints } from './endpoints.ts'
import { nearest } from './nearest.ts'

/** What a pattern is held against: the operation, where there is one, and the call's own path. */
export type CalledOperation = {
  readonly id?: EndpointId | undefined
  readonly method: string
  readonly path: string
}

const operations = endpointIds.map((id) => {
  const { method, path }: Endpoint = endpoints[id]
  return { id, method, path }
})

/**
 * Reads which operations are meant: `POST /api/react`, `GET /api/*`, `/api/conversations/*`, or an
 * id as `chat.react` or `chat.*`. `*` is any text, `{name}` one part of a path.
 */
export function toEndpointPattern(text: string): (called: CalledOperation) => boolean {
  const { method, path } = partsOf(text)
  const fits = toRegExp(path ?? text)
  if (path === undefined) return ({ id }) => id !== undefined && fits.test(id)
  return (called) => (method === undefined || called.method === method) && fits.test(called.path)
}

/** Why a pattern can never fit, and what would; `undefined` for one that can. */
export function problemOfEndpointPattern(text: string): string | undefined {
  const { method, path } = partsOf(text)
  const isOne = (operation: CalledOperation) =>
    path !== undefined &&
    (method === undefined || operation.method === method) &&
    toRegExp(operation.path).test(path)
  if (operations.some(toEndpointPattern(text)) || operations.some(isOne)) return undefined
  const guess = nearest(
    text,
    operations.flatMap((one) => [one.id, one.path, `${one.method} ${one.path}`]),
  )
  const right =
    guess === undefined
      ? 'give an id as `chat.react`, or a path as `POST /api/react` or `GET /api/*`'
      : `did you mean \`${guess}\`?`
  return `No operation is \`${text}\`: ${right}`
}

function partsOf(text: string) {
  const [, method, path] = /^(?:([A-Za-z]+) +)?(\/\S*)$/.exec(text) ?? []
  return { method: method?.toUpperCase(), path }
}

/** `*` and `{name}` are open, all else stands for itself. */
function toRegExp(pattern: string): RegExp {
  const [first = '', ...others] = pattern.split(/\*+/).map(pieceOf)
  const last = others.pop()
  // Where a piece in the middle is found first, it stays: to try all places of many takes forever.
  const middle = others.map((piece, index) => `(?=(.*?${piece}))\\${index + 1}`)
  return new RegExp(`^${first}${middle.join('')}${last === undefined ? '' : `.*${last}`}$`)
}

function pieceOf(text: string): string {
  const parts = text.split(/((?<=\/)\{\w+\}(?=\/|$))/).map((part, index) => {
    if (index % 2 === 1) return '[^/]+'
    return part.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
  })
  return parts.join('')
}
