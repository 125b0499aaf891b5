import { readFileSync } from 'node:fs'
import { isObject } from '../../../contract/json.ts'
import { readShape, type Shape } from '../../../contract/profile/shape.ts'

/** An operation of the known deployment, with the shapes of its bodies. */
export type DeploymentOperation = {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: readonly { readonly name: string; readonly required: boolean }[]
  /** The shape of the request body; `form` for an upload. */
  readonly body: Shape | 'form' | undefined
  readonly status: number
  readonly contentType: string | null
  /** The shape of the response body; `undefined` for files, streams and empty bodies. */
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

/** Fields whose keys differ in each record, such as the variables of a run. */
const free = new Set([
  'arguments',
  'by_model',
  'config',
  'input_schema',
  'inputs',
  'metadata',
  'node_results',
  'output_schema',
  'outputs',
  'parameters_schema',
  'request_body_template',
  'tool_args',
  'variables_after',
])

/** The data of a node depends on its type. */
const isNode = (document: object) => 'data' in document && 'position' in document

/**
 * Relaxes a shape, because it rests on few recorded responses. A field that was always null, and a list
 * that was always empty, may have any value. A text or number may be null.
 */
function widened(document: unknown): unknown {
  if (document === 'null') return 'any'
  if (typeof document === 'string')
    return /\bnull\b|^any/.test(document) ? document : document.replace(/( default |$)/, '|null$1')
  if (Array.isArray(document)) return nullable(document.map(widened))
  if (typeof document !== 'object' || document === null) return document
  const parts = Object.entries(document)
  const [[key = ''] = [], ...others] = parts
  const fields = Object.fromEntries(
    parts.map(([name, part]) => {
      const isFree = free.has(name.replace('?', '')) || (name === 'data' && isNode(document))
      return [name, isFree ? 'any' : widened(part)]
    }),
  )
  const isOperator = others.length === 0 && ['*', 'nullable', 'oneOf'].includes(key)
  return isOperator ? fields : nullable(fields)
}

const nullable = (shape: unknown) => ({ nullable: shape })

/** A whole body is not null. */
const wholeOf = (shape: unknown) =>
  isObject(shape) && 'nullable' in shape ? shape['nullable'] : shape

const bodyOf = ({ body }: Facts): DeploymentOperation['body'] => {
  if (body === undefined) return undefined
  return body.contentType === 'application/json' ? readShape(body.fields ?? 'any') : 'form'
}

function operationOf(facts: Facts): DeploymentOperation {
  const { method, path, query = [], answers } = facts
  const [answer] = answers
  if (answer === undefined) throw new Error(`${method} ${path} has no answer.`)
  const { status, contentType, source, shape, events = {} } = answer
  const given = source === 'document' ? shape : wholeOf(widened(shape))
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
