import * as z from 'zod/mini'
import type { ActiveChoice } from '../../contract/control/worlds.ts'
import { ownField } from '../../contract/json.ts'
import { nearestHint } from '../../contract/nearest.ts'
import { rules } from '../../contract/rules.ts'
import type { Rule } from '../../contract/rules/rule.ts'
import { docPages, readDocPage } from '../doc-pages.ts'
import { type Connection, otherServerError } from './connection.ts'
import { operationTools } from './operation-tools.ts'
import {
  jsonText,
  linesWith,
  readingTool,
  searchArgument,
  ToolError,
  worldArgument,
} from './tool.ts'

type OpenApi = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
type OpenApiOperation = { readonly operationId: string; readonly summary?: string }

const name = z.string().check(z.minLength(1), z.maxLength(200))

/** Tools that list and read the contract: operations, choices, rules and pages of the docs. */
export function contractTools(connection: Connection) {
  const tool = operationTools(connection)
  const operationsOf = async (of: string | undefined) => {
    const response = await connection.fetch(`${connection.baseUrl(of)}/openapi.json`)
    if (!response.ok)
      throw new ToolError(
        `GET /openapi.json responded with ${response.status}. Is --url the address of a server of Understudy?`,
      )
    if (response.headers.get('content-type')?.startsWith('application/json') !== true)
      throw otherServerError(connection.baseUrl(of))
    const { paths, components } = (await response.json()) as OpenApi
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        place: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    )
    return { operations, components }
  }
  return {
    list_operations: readingTool({
      says: 'Lists the operations of the platform: method, path and id. Read one with read_operation.',
      takes: { search: searchArgument, world: worldArgument },
      async run({ search: text, world: of }) {
        const { operations } = await operationsOf(of)
        const lines = operations.map(
          ({ place, operation: { operationId, summary } }) =>
            `${place} (${operationId})${summary === undefined ? '' : `: ${summary}`}`,
        )
        return linesWith(lines, text)
      },
    }),
    read_operation: readingTool({
      says: 'Returns one operation as OpenAPI, with the schemas that it uses and the choices that change its response.',
      takes: {
        operation: [name, 'such as `POST /api/react`, or the id `chat.react`'],
        world: worldArgument,
      },
      async run({ operation: wanted, world: of }) {
        const { operations, components } = await operationsOf(of)
        const match = operations.find(
          ({ place, operation }) => wanted === place || wanted === operation.operationId,
        )
        const all = operations.flatMap(({ place, operation }) => [place, operation.operationId])
        if (match === undefined) throw notFound('operation', wanted, all, 'list_operations')
        return jsonText({
          [match.place]: match.operation,
          ...referencedComponents(match, components),
        })
      },
    }),
    list_choices: readingTool({
      says: 'Lists every point at which deployments differ, with the option that the world plays. Read one with read_choice.',
      takes: { search: searchArgument, world: worldArgument },
      async run({ search: text, world: of }) {
        const { choices } = await connection.control('GET choices', { world: of })
        return linesWith(choices.map(choiceLine), text)
      },
    }),
    read_choice: readingTool({
      says: 'Returns one choice: its question, options, grades, and what the world picks.',
      takes: { id: [name, 'such as `errors.envelope`'], world: worldArgument },
      async run({ id, world: of }) {
        const { choices } = await connection.control('GET choices', { world: of })
        const match = choices.find((one) => one.id === id)
        const ids = choices.map((one) => one.id)
        if (match === undefined) throw notFound('choice', id, ids, 'list_choices')
        return jsonText(match)
      },
    }),
    ...tool('PATCH choices', {
      takes: {
        picks: [
          z.record(z.string(), z.unknown()),
          'options by the id of their choice, such as {"errors.envelope": "detail"}; null resets one',
        ],
      },
      input: ({ picks }) => ({ body: { picks } }),
      text: (_, { picks }) =>
        `The next request is answered with: ${Object.keys(picks).join(', ')}.`,
    }),
    list_rules: readingTool({
      says: 'Lists the statements of the specification that the conformance suite checks, with their clauses.',
      takes: { search: searchArgument },
      run: ({ search: text }) =>
        linesWith(
          Object.entries(rules).map(([id, { clause, says }]) => `${id} (${clause}): ${says}`),
          text,
        ),
    }),
    read_rule: readingTool({
      says: 'Returns one rule of the specification: its clause, its statement, and why it has no check, if it has none.',
      takes: { id: [name, 'such as `login-response.access-token`'] },
      run({ id }) {
        const match = ownField<Rule>(rules, id)
        if (match === undefined) throw notFound('rule', id, Object.keys(rules), 'list_rules')
        return jsonText({ id, ...match })
      },
    }),
    read_doc: readingTool({
      says: 'Returns a page of the documentation, or a JSON Schema. Start with scripts.md before you write a scenario.',
      takes: { page: [z.enum(docPages()), 'the name of the page'] },
      run: ({ page }) => readDocPage(page),
    }),
  }
}

const choiceLine = ({ id, pick, default: usual, question }: ActiveChoice) =>
  `${id} = ${pick.option}${pick.option === usual ? '' : ` (default: ${usual})`}: ${question}`

function notFound(what: string, given: string, known: readonly string[], tool: string): ToolError {
  const hint = nearestHint(given, known)
  return new ToolError(`There is no ${what} \`${given}\`.${hint} \`${tool}\` lists all.`)
}

/** The components of an OpenAPI document that a value refers to, directly or indirectly. */
function referencedComponents(value: unknown, components: OpenApi['components']) {
  const usedComponents: Record<string, unknown> = {}
  const pending: unknown[] = [value]
  for (const one of pending)
    for (const [, ref = '', kind = '', part = ''] of JSON.stringify(one).matchAll(
      /"\$ref":"(#\/components\/(\w+)\/([^"]+))"/g,
    )) {
      if (Object.hasOwn(usedComponents, ref)) continue
      usedComponents[ref] = components[kind]?.[part]
      pending.push(usedComponents[ref] ?? null)
    }
  return usedComponents
}
