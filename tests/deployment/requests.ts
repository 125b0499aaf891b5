import { isObject } from '../../contract/json.ts'
import { sampleOf } from '../../contract/profile/shape-sample.ts'
import type { Answer, Sent, Visitor } from '../visitor.ts'
import { bodies, preparations, recordLists } from './examples.ts'
import type { DeploymentOperation } from './operations.ts'

/** The first record of a list in a body, in whatever envelope it is. */
export function firstRecord(json: unknown): Readonly<Record<string, unknown>> | undefined {
  if (Array.isArray(json)) return json.find(isObject)
  if (!isObject(json)) return undefined
  for (const part of ['data', 'items', ...Object.keys(json)]) {
    const found = firstRecord(json[part])
    if (found !== undefined) return found
  }
  return undefined
}

const call = async (visitor: Visitor, operation: string, sent?: Sent): Promise<Answer | string> => {
  try {
    return await visitor.call(operation, sent)
  } catch (error) {
    return String(error)
  }
}

/** The id of a record for a parameter: of the list that is named for it, or before it in the path. */
async function idFor(visitor: Visitor, path: string, template: string, parameter: string) {
  const key = `${template}/{${parameter}}`
  const { list = path, field = 'id' } = recordLists[key] ?? {}
  if (list.startsWith('=')) return list.slice(1)
  const answer = await call(visitor, `GET ${list}`)
  const record = typeof answer === 'string' ? undefined : firstRecord(answer.json)
  const id = record?.[field] ?? record?.[parameter]
  if (id === undefined || id === null) {
    const status = typeof answer === 'string' ? answer : answer.status
    throw new Error(`no record for {${parameter}} in GET ${list} (${status})`)
  }
  return String(id)
}

/** A path with ids for its parameters. Throws an error if no list has a record for one. */
export async function pathOf(visitor: Visitor, template: string): Promise<string> {
  const made = await preparations[template]?.(visitor)
  let path = ''
  let walked = ''
  for (const segment of template.slice(1).split('/')) {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
    const value =
      parameter === undefined
        ? segment
        : (made?.[parameter] ?? (await idFor(visitor, path, walked, parameter)))
    path += `/${parameter === undefined ? value : encodeURIComponent(value)}`
    walked += `/${segment}`
  }
  return path
}

/** The body of a request: an example, or the required fields of its shape. */
export async function bodyFor(
  visitor: Visitor,
  { name, body }: DeploymentOperation,
): Promise<unknown> {
  const example = bodies[name]
  if (typeof example === 'function') return example(visitor)
  if (example !== undefined) return example
  return body === undefined || body === 'form' ? undefined : sampleOf(body, 'required')
}

/** An upload of one short text file. */
export function formWith(name: string, content: string): Sent {
  const boundary = 'a-boundary'
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    text: [
      `--${boundary}`,
      `content-disposition: form-data; name="file"; filename="${name}"`,
      'content-type: text/plain',
      '',
      content,
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  }
}

/** What is sent to an operation. */
export async function sentTo(visitor: Visitor, operation: DeploymentOperation): Promise<Sent> {
  if (operation.body === 'form')
    return operation.path.includes('avatar') ? pictureForm : formWith('note.txt', 'Two gateways.')
  const body = await bodyFor(visitor, operation)
  return body === undefined ? {} : { body }
}

const pictureForm: Sent = {
  headers: { 'content-type': 'multipart/form-data; boundary=a-boundary' },
  text: '--a-boundary\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\ncontent-type: image/png\r\n\r\npng\r\n--a-boundary--\r\n',
}
