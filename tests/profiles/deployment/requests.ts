import { sampleOf } from '../../../contract/sample.ts'
import type { Sent, Visitor } from '../../support/visitor.ts'
import { type Example, examples } from './examples.ts'
import { recordLists } from './record-lists.ts'
import { firstRecord } from './first-record.ts'
import { formWith } from './prepare.ts'
import type { DeploymentOperation } from './operations.ts'

/** The id for a parameter: from the first record of its list in `recordLists`, or of the list before it. */
async function idFor(visitor: Visitor, before: string, template: string, parameter: string) {
  const { list, value, field = 'id' } = recordLists[`${template}/{${parameter}}`] ?? {}
  if (value !== undefined) return value
  const path = list === undefined ? before : await list(visitor, before)
  const { status, json } = await visitor.call(`GET ${path}`)
  const record = firstRecord(json)
  const id = record?.[field] ?? record?.[parameter]
  if (typeof id !== 'string')
    throw new Error(`GET ${path} (${status}) has no record for {${parameter}}.`)
  return id
}

/** The path of an operation, with ids for its parameters. */
async function pathOf(visitor: Visitor, template: string, ids: Example['ids'] = {}) {
  let path = ''
  let walked = ''
  for (const segment of template.slice(1).split('/')) {
    const parameter = /^\{(\w+)\}$/.exec(segment)?.[1]
    const text =
      parameter === undefined
        ? segment
        : encodeURIComponent(ids[parameter] ?? (await idFor(visitor, path, walked, parameter)))
    path += `/${text}`
    walked += `/${segment}`
  }
  return path
}

const upload = ({ path }: DeploymentOperation): Sent =>
  path.endsWith('/avatar')
    ? formWith('me.png', 'image/png', 'png')
    : formWith('note.md', 'text/markdown', '# Gateways')

/**
 * Creates the records that an operation needs. Returns a call that succeeds: by the operation's example, or
 * with the required fields of its body. Throws an error if a list has no record for a parameter of the path.
 */
export async function goodCallOf(
  visitor: Visitor,
  operation: DeploymentOperation,
): Promise<{ readonly call: string; readonly sent: Sent }> {
  const { name, method, path, body } = operation
  const example = await examples[name]?.(visitor)
  const there = await pathOf(visitor, path, example?.ids)
  const query = example?.query === undefined ? '' : `?${String(new URLSearchParams(example.query))}`
  const call = `${method} ${there}${query}`
  if (body === 'form') return { call, sent: upload(operation) }
  const fields = example?.body ?? (body && sampleOf(body, 'required'))
  return { call, sent: fields === undefined || fields === null ? {} : { body: fields } }
}
