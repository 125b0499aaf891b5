import { isError } from '../realm-safe.ts'
import { parse } from 'yaml'
import { isObject, type JsonObject, withoutByteOrderMark } from '../json.ts'
import { createShapeWriter, type ShapeWriter } from './json-schema-shape.ts'

/** An operation of an OpenAPI document. */
export type OpenApiOperation = {
  readonly method: string
  readonly path: string
  /** Whether the operation needs no credential. */
  readonly isPublic: boolean
  /** The names of the query parameters. */
  readonly query: readonly string[]
  /** The schema of a JSON body; undefined without a body. */
  readonly body: unknown
  /** The first success response. `schema` is undefined without a body. */
  readonly success: { readonly status: number; readonly schema: unknown; readonly example: unknown }
}

/** The operations that a profile can play, and those that it cannot play, with the reason. */
export type OpenApiDocument = {
  readonly title: string
  readonly operations: readonly OpenApiOperation[]
  readonly leftOut: readonly string[]
  readonly schemas: ShapeWriter
}

/** The error for a text that is not an OpenAPI document of version 3. */
export class OpenApiError extends Error {
  override readonly name = 'OpenApiError'
}

const httpMethods = ['get', 'post', 'put', 'patch', 'delete'] as const
const pathSyntax = /^(\/([\w.~-]+|\{\w+\}))+$/

/** Reads an OpenAPI 3.0 or 3.1 document in JSON or YAML. Throws `OpenApiError`. */
export function readOpenApi(text: string): OpenApiDocument {
  const root = parseText(text)
  const version = isObject(root) ? root['openapi'] : undefined
  if (!isObject(root) || typeof version !== 'string' || !version.startsWith('3.'))
    throw new OpenApiError(
      `it is not an OpenAPI document of version 3: \`openapi\` is ${JSON.stringify(version) ?? 'missing'}`,
    )
  const schemas = createShapeWriter(root)
  const prefix = serverPath(root)
  const leftOut =
    prefix === undefined
      ? ["the path of the first server can't be used, so all paths are without it"]
      : []
  const items = Object.entries(toObject(root['paths'])).map(
    ([path, value]) => [path, schemas.resolve(value)] as const,
  )
  const usesSecurity = items.some(([, item]) =>
    httpMethods.some((method) => toList(toObject(item[method])['security']).length > 0),
  )
  const operations = items.flatMap(([given, item]) => {
    const path = `${prefix ?? ''}${withPlainNames(given)}`.replace(/\/$/, '')
    return httpMethods.flatMap((method) => {
      if (!isObject(item[method])) return []
      const name = `${method.toUpperCase()} ${path}`
      const found = pathSyntax.test(path)
        ? readOperation(item[method], schemas)
        : 'its path may only have `/`, letters, digits, `{`, `}`, `.`, `~`, `_` and `-`'
      if (typeof found !== 'string') {
        const security = item[method]['security'] ?? root['security']
        // Authors may omit `security`: in a document without it, no operation is public.
        const isPublic =
          security === undefined ? usesSecurity : Array.isArray(security) && security.length === 0
        const query = [item, item[method]]
          .flatMap(({ parameters }) => toList(parameters))
          .map(schemas.resolve)
          .flatMap(({ in: place, name: key }) => (place === 'query' ? [String(key)] : []))
        return [{ ...found, method: method.toUpperCase(), path, query, isPublic }]
      }
      leftOut.push(`${name}: ${found}`)
      return []
    })
  })
  const { title } = toObject(root['info'])
  return { title: typeof title === 'string' ? title : 'openapi', operations, leftOut, schemas }
}

/** Describes the query parameters of an operation, because they have no effect. */
export const ignoredQueryNotes = ({ method, path, query }: OpenApiOperation): readonly string[] =>
  query.length === 0
    ? []
    : [
        `${method} ${path}: it ignores ${query.map((name) => `\`${name}\``).join(', ')} of the query`,
      ]

/** Changes parameter names of a path to names that a profile allows: `{pet-id}` to `{pet_id}`. */
const withPlainNames = (path: string): string =>
  path.replaceAll(
    /\{[^{}/]+\}/g,
    (parameter) => `{${parameter.slice(1, -1).replaceAll(/\W/g, '_')}}`,
  )

function parseText(given: string): unknown {
  const text = withoutByteOrderMark(given)
  try {
    return /^\s*\{/.test(text)
      ? (JSON.parse(text) as unknown)
      : (parse(text, yamlOptions) as unknown)
  } catch (error) {
    const reason = isError(error) ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new OpenApiError(`it can't be read: ${reason}`)
  }
}

// The check for duplicate keys is off, because it takes minutes in a file with many keys.
const yamlOptions = {
  uniqueKeys: false,
  merge: true,
  prettyErrors: false,
  logLevel: 'error',
} as const

const toObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the path of the first server, such as `/v1`; `undefined` if its URL is unusable. */
function serverPath(root: JsonObject): string | undefined {
  const [server]: readonly unknown[] = Array.isArray(root['servers']) ? root['servers'] : []
  const { url = '', variables } = toObject(server)
  const filled = String(url).replaceAll(/\{([^{}]+)\}/g, (written, name: string) =>
    String(toObject(toObject(variables)[name])['default'] ?? written),
  )
  const base = 'http://server.test'
  if (!URL.canParse(filled, base)) return undefined
  const path = new URL(filled, base).pathname.replace(/\/$/, '')
  return path === '' || pathSyntax.test(path) ? path : undefined
}

/** Returns an operation with a JSON body and response, or the reason why it can't be played. */
function readOperation(
  operation: JsonObject,
  { resolve }: ShapeWriter,
): Pick<OpenApiOperation, 'body' | 'success'> | string {
  const body = jsonContentOf(resolve(operation['requestBody']))
  if (body === 'other') return 'its body is not JSON'
  const responses = toObject(operation['responses'])
  const status = Object.keys(responses).find((one) => /^2(\d\d|XX)$/i.test(one)) ?? 'default'
  const response = jsonContentOf(resolve(responses[status]))
  if (response === 'other') return 'its response is not JSON'
  return {
    body: body?.['schema'],
    success: {
      status: /^\d+$/.test(status) ? Number(status) : 200,
      schema: response?.['schema'],
      example: response && exampleOf(response, resolve),
    },
  }
}

/** Returns the JSON content of a body; `other` if the body only has other content types. */
function jsonContentOf(body: JsonObject): JsonObject | 'other' | undefined {
  const types = Object.entries(toObject(body['content']))
  const [, json] = types.find(([type]) => /^application\/([\w.-]+\+)?json|^\*\/\*/.test(type)) ?? []
  return isObject(json) ? json : types.length > 0 ? 'other' : undefined
}

function exampleOf(media: JsonObject, resolve: ShapeWriter['resolve']): unknown {
  const [first] = Object.values(toObject(media['examples']))
  return media['example'] ?? resolve(first)['value'] ?? resolve(media['schema'])['example']
}
