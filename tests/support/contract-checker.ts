import { Ajv2020 } from 'ajv/dist/2020.js'
import { type OperationId, operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { openApi } from '../../contract/openapi/document.ts'
import { eventsIn } from './stream-reader.ts'

/** The OpenAPI document as a client gets it. */
export const document = JSON.parse(JSON.stringify(openApi()))

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
ajv.addSchema(document, 'contract', undefined, false)

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
const pointer = (parts: readonly (string | number)[]) =>
  `contract#/${parts.map((part) => encodeURIComponent(escaped(String(part)))).join('/')}`

/** Violations of the OpenAPI document in a response of an operation. */
export async function contractProblems(id: OperationId, response: Response): Promise<string[]> {
  const { method, path }: Operation = operations[id]
  const { status } = response
  const place = ['paths', path, method.toLowerCase(), 'responses', status]
  const responseSpec = document.paths[path][method.toLowerCase()].responses[status]
  if (responseSpec === undefined) return [`${id} answers ${status}, which is not documented`]
  const at = responseSpec.$ref === undefined ? place : responseSpec.$ref.slice(2).split('/')
  const found =
    responseSpec.$ref === undefined ? responseSpec : document.components.responses[at.at(-1)]
  const text = await response.text()
  if (found.content === undefined) return text === '' ? [] : [`${id} answers a body: ${text}`]
  const type = response.headers.get('content-type')?.replace(/;.*/, '') ?? 'nothing'
  const content = found.content[type] === undefined ? '*/*' : type
  if (found.content[content] === undefined) return [`${id} answers ${type}`]
  if (type === 'text/event-stream')
    return eventsIn(text).flatMap(({ event, data }) =>
      broken([...at, 'content', type, 'x-events', event], data).map((one) => `${event} ${one}`),
    )
  if (content === '*/*') return []
  return broken([...at, 'content', content, 'schema'], JSON.parse(text))
}

function broken(place: readonly (string | number)[], value: unknown): string[] {
  const isValid = ajv.getSchema(pointer(place))
  if (isValid === undefined) return [`${place.join('/')} is missing`]
  if (isValid(value)) return []
  return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
