import type { Operation } from './operation.ts'
import { type OperationId, operationIds, operations } from '../operations.ts'
import { pathPart, toGlob } from '../glob.ts'
import { didYouMean } from '../nearest.ts'

/** The request that a pattern is matched with: its operation, if known, and its path. */
export type CalledOperation = {
  readonly id?: OperationId | undefined
  readonly method: string
  readonly path: string
}

/** The maximum length of a pattern. A longer pattern matches nothing: no path is that long. */
const maxPatternLength = 500

/** The methods that an operation of a profile can have. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const calledOperations = operationIds.map((id) => {
  const { method, path }: Operation = operations[id]
  return { id, method, path }
})

/**
 * Compiles a pattern of operations: `POST /api/react`, `GET /api/*`, `/api/conversations/*`, or ids
 * such as `chat.react` and `chat.*`; `chat` alone means the same as `chat.*`. `*` matches any text,
 * `{name}` one path segment.
 */
export function toOperationPattern(text: string): (called: CalledOperation) => boolean {
  const { method, path } = patternParts(text)
  if (text.length > maxPatternLength) return () => false
  const fits = toGlob(path ?? text, pieceTokens)
  if (path === undefined)
    return ({ id }) => id !== undefined && (fits(id) || id.startsWith(`${text}.`))
  // The platform ignores a slash at the end of a path.
  const fitsPath = (called: string) => fits(called) || fits(called.replace(/\/$/, ''))
  return (called) => (method === undefined || called.method === method) && fitsPath(called.path)
}

/**
 * Explains why a pattern matches no operation, with a suggestion; `undefined` if it can match.
 * `ownPaths` are further operation paths, such as those of a profile.
 */
export function problemOfOperationPattern(
  text: string,
  ownPaths: readonly string[] = [],
): string | undefined {
  const ownOperations = ownPaths.flatMap((path) => methods.map((method) => ({ method, path })))
  const all: readonly CalledOperation[] = [...calledOperations, ...ownOperations]
  if (matchesAny(text, all)) return undefined
  const names = all.flatMap((one) => [one.id ?? [], one.path, `${one.method} ${one.path}`].flat())
  const right =
    didYouMean(text, names, (best) => `\`${best}\``) ??
    'use an id such as `chat.react`, or a path such as `POST /api/react` or `GET /api/*`'
  return `No operation matches \`${text}\`: ${right}`
}

/** Whether a pattern matches a stream operation of the contract, or an operation in `own`. */
export const matchesStream = (text: string, own: readonly CalledOperation[]): boolean =>
  matchesAny(text, [
    ...calledOperations.filter(({ id }) => operations[id].answer === 'stream'),
    ...own,
  ])

/** Whether a pattern matches an operation, or is a path of one, such as `/api/agents/42`. */
function matchesAny(text: string, all: readonly CalledOperation[]): boolean {
  const { method, path } = patternParts(text)
  const isOne = (operation: CalledOperation) =>
    path !== undefined &&
    (method === undefined || operation.method === method) &&
    toGlob(operation.path, pieceTokens)(path)
  return all.some(toOperationPattern(text)) || all.some(isOne)
}

function patternParts(text: string) {
  const [, method, path] = /^(?:([A-Za-z]+) +)?(\/\S*)$/.exec(text) ?? []
  return { method: method?.toUpperCase(), path }
}

/** Splits a piece of a pattern into text and path segments (`{name}`). */
function pieceTokens(piece: string): readonly (string | typeof pathPart)[] {
  const tokens = piece.split(/(?<=\/)\{\w+\}(?=\/|$)/)
  return tokens.flatMap((text, index) => (index === 0 ? [text] : [pathPart, text]))
}
