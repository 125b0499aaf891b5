import { describe, expect, it } from 'vitest'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import { contractProblems, document } from '../support/contract-checker.ts'
import { goodCall } from '../support/openapi-calls.ts'
import { drawn } from '../support/proving.ts'
import { mountInProcess, shippedScenarios } from '../support/transports.ts'
import { signIn } from '../support/visitor.ts'

type Media = { readonly example?: unknown }
type Content = Readonly<Record<string, Media>>
type Described = {
  readonly operationId: OperationId
  readonly summary?: string
  readonly tags: readonly string[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

const described = Object.entries<Readonly<Record<string, Described>>>(document.paths).flatMap(
  ([path, methods]) => Object.values(methods).map((operation) => ({ path, operation })),
)
const operationOf = (id: OperationId) =>
  document.paths[operations[id].path][operations[id].method.toLowerCase()] as Described

/** The successful response of an operation: its status and contents. */
function successOf(id: OperationId) {
  const [status = '', { content } = {}] = Object.entries(operationOf(id).responses)[0] ?? []
  return { status: Number(status), content }
}

/** Creates a response with this example as its body. */
const asResponse = (type: string, example: unknown, status: number) =>
  new Response(typeof example === 'string' ? example : JSON.stringify(example), {
    status,
    headers: { 'content-type': type },
  })

describe('the OpenAPI document for other tools', () => {
  it('each operation of the OpenAPI document has a unique summary of at most 80 characters, without a full stop', () => {
    const summaries = described.map(({ operation }) => operation.summary ?? '')
    expect(summaries).toHaveLength(operationIds.length)
    expect(summaries.filter((text) => !/^[A-Z].{5,78}[^.\s]$/.test(text))).toEqual([])
  })

  it('each tag of the OpenAPI document is used, described, and unique', () => {
    const used = new Set(described.flatMap(({ operation }) => operation.tags))
    const tags = document.tags as readonly { readonly name: string; readonly description: string }[]
    expect(tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
    expect(tags.filter(({ description }) => !/^[A-Z].{5,}[^.]$/.test(description))).toEqual([])
    expect(tags.filter(({ description }) => description.includes('of the profile'))).toEqual([])
  })

  it('the servers of the OpenAPI document are absolute URLs whose variables have defaults', () => {
    const servers = document.servers as readonly {
      readonly url: string
      readonly variables?: Readonly<Record<string, { readonly default: string }>>
    }[]
    const urls = servers.map(({ url, variables = {} }) =>
      url.replaceAll(/\{(\w+)\}/g, (_all, name: string) => variables[name]?.default ?? 'undefined'),
    )
    expect(urls).toEqual([
      'http://127.0.0.1:4010',
      'http://127.0.0.1:4010/w/default',
      'https://platform.example.com',
    ])
  })

  it('each OpenAPI operation describes exactly the parameters that its path contains', () => {
    for (const { path, operation } of described) {
      const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path')
      expect([path, inPath.map(({ name }) => name)]).toEqual([path, named])
    }
  })

  it('each component of the OpenAPI document is used', () => {
    const text = JSON.stringify(document)
    const unused = (['schemas', 'responses'] as const).flatMap((kind) =>
      Object.keys(document.components[kind])
        .map((name) => `"#/components/${kind}/${name}"`)
        .filter((reference) => !text.includes(reference)),
    )
    expect(unused).toEqual([])
  })
})

describe('the examples of the OpenAPI document', () => {
  it('each body in the OpenAPI document has an example', () => {
    const contents = [
      ...described.flatMap(({ operation }) => [
        operation.requestBody?.content,
        ...Object.values(operation.responses).map(({ content }) => content),
      ]),
      ...Object.values<{ readonly content?: Content }>(document.components.responses).map(
        ({ content }) => content,
      ),
    ].filter((content) => content !== undefined)
    expect(contents.length).toBeGreaterThan(200)
    const without = contents.flatMap(Object.values).filter(({ example }) => example === undefined)
    expect(without).toEqual([])
  })

  it.each(drawn(operationIds, 50))(
    'the example response of %s fits its schema, also its validation error',
    async (id) => {
      const { status, content = {} } = successOf(id)
      const problems = Object.entries(content).map(([type, { example }]) =>
        contractProblems(id, asResponse(type, example, status)),
      )
      const invalid = operationOf(id).responses['422']?.content?.['application/json']
      if (invalid !== undefined)
        problems.push(contractProblems(id, asResponse('application/json', invalid.example, 422)))
      expect((await Promise.all(problems)).flat()).toEqual([])
    },
  )

  it('the example of each shared error response fits its schema', async () => {
    for (const { operation } of described)
      for (const [status, response] of Object.entries(operation.responses)) {
        const ref = (response as { readonly $ref?: string }).$ref?.split('/').at(-1)
        if (ref === undefined) continue
        const { example } = document.components.responses[ref].content['application/json']
        const exampleResponse = asResponse('application/json', example, Number(status))
        expect(await contractProblems(operation.operationId, exampleResponse)).toEqual([])
      }
  })

  const withBody = operationIds.filter((id) => operations[id].body !== undefined)

  it.each(drawn(withBody, 25))(
    'the example request of %s succeeds if its ids are replaced by ids of real records',
    async (id) => {
      const speed = id === 'workflow-runs.cancel' ? 1 : Infinity
      const visitor = await signIn(mountInProcess({ scenarios: shippedScenarios, speed }))
      const { operation, sent } = await goodCall(visitor, id)
      const example = operationOf(id).requestBody?.content['application/json']?.example as object
      const made = Object.entries(sent.body as object).filter(([name]) =>
        /(^|_)ids?$|^(refresh_token|cursor|email)$/.test(name),
      )
      const body = { ...example, ...Object.fromEntries(made) }
      const response = await visitor.open(operation, { body })
      expect([response.status < 300, response.ok ? '' : await response.text()]).toEqual([true, ''])
    },
  )
})
