import { readFileSync } from 'node:fs'
import { readShape, type Shape } from '../../contract/profile/shape.ts'

/** An operation of the known deployment, with the shapes of its bodies. */
export type DeploymentOperation = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: readonly { readonly name: string; readonly required: boolean }[]
  /** The shape of the body that it takes; `form` for an upload. */
  readonly body: Shape | 'form' | undefined
  readonly status: number
  readonly contentType: string | null
  /** The shape of the body that it answers; `undefined` for files, streams and empty bodies. */
  readonly shape: Shape | undefined
  readonly events: readonly string[]
}

type Facts = {
  readonly method: string
  readonly path: string
  readonly query?: DeploymentOperation['query']
  readonly body?: { readonly contentType: string; readonly fields?: unknown }
  readonly answers: readonly {
    readonly status: number
    readonly contentType: string | null
    readonly source: 'document' | 'both' | 'recorded' | 'not shown'
    readonly shape?: unknown
    readonly events?: object
  }[]
}

/**
 * A shape that rests on recorded answers, which are few: a field that was always null, and a list that
 * was always empty, can have any value.
 */
function widened(document: unknown): unknown {
  if (document === 'null') return 'any'
  if (Array.isArray(document)) return document.map(widened)
  if (typeof document !== 'object' || document === null) return document
  return Object.fromEntries(Object.entries(document).map(([name, part]) => [name, widened(part)]))
}

const bodyOf = ({ body }: Facts): DeploymentOperation['body'] => {
  if (body === undefined) return undefined
  return body.contentType === 'application/json' ? readShape(body.fields ?? 'any') : 'form'
}

function operationOf(facts: Facts): DeploymentOperation {
  const { method, path, query = [], answers } = facts
  const [answer] = answers
  if (answer === undefined) throw new Error(`${method} ${path} has no answer.`)
  const { status, contentType, source, shape, events = {} } = answer
  const given = source === 'document' ? shape : widened(shape)
  return {
    name: `${method} ${path}`,
    method,
    path,
    query,
    body: bodyOf(facts),
    status,
    contentType,
    shape: shape === undefined || shape === null ? undefined : readShape(given),
    events: Object.keys(events),
  }
}

const file = 'tests/recordings/deployment-operations.json'

/** The 414 operations of the known deployment. */
export const deploymentOperations: readonly DeploymentOperation[] = (
  JSON.parse(readFileSync(file, 'utf8')) as readonly Facts[]
).map(operationOf)
