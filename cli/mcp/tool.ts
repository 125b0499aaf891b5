import * as z from 'zod/mini'
import { explainIssues, strictMap } from '../../contract/explain-issues.ts'
import { mapFields } from '../../contract/json.ts'
import { cutAt } from '../../contract/shorten.ts'
import { capitalize } from '../../contract/capitalize.ts'

/** A mistake or a failure. The assistant gets its message as the result of the tool call. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** The arguments of a tool by name: the schema of each, and its description. */
export type Arguments = Readonly<Record<string, readonly [schema: z.ZodMiniType, says: string]>>

export type Values<Table extends Arguments> = {
  readonly [Name in keyof Table]: z.output<Table[Name][0]>
}

/** A tool of the MCP server. `more` says how to read the next part of a result that was cut. */
export type Tool = {
  readonly says: string
  readonly inputSchema: { readonly type: 'object' } & Readonly<Record<string, unknown>>
  /** Whether the tool changes nothing. Such a tool can return the next part of a long result. */
  readonly isReading: boolean
  readonly more?: string
  /** Runs the tool. Throws a `ToolError` for invalid arguments and for refused requests. */
  run(given: unknown): Promise<string>
}

type Definition<Table extends Arguments> = {
  readonly says: string
  readonly takes: Table
  readonly more?: string
  run(values: Values<Table>): Promise<string> | string
}

/** The maximum number of characters in a result. Assistants pay for each; clients have limits. */
export const maxResultLength = 20_000

const offsetArgument = [
  z.optional(z.int().check(z.gte(0))),
  `the character at which to begin; a longer text comes in parts of ${maxResultLength} characters`,
] as const

/** Defines a tool that changes nothing. Such a tool can return a long text in parts. */
export const readingTool = <const Table extends Arguments>(definition: Definition<Table>): Tool =>
  defineTool({ ...definition, takes: { ...definition.takes, offset: offsetArgument } }, true)

/** Defines a tool that changes a world or the folder of scripts. */
export const actingTool = <const Table extends Arguments>(definition: Definition<Table>): Tool =>
  defineTool(definition, false)

function defineTool<const Table extends Arguments>(
  { says, takes, more, run }: Definition<Table>,
  isReading: boolean,
): Tool {
  const schema = strictMap(Object.fromEntries(Object.entries(takes).map(([n, [one]]) => [n, one])))
  return {
    says,
    isReading,
    ...(more !== undefined && { more }),
    inputSchema: {
      type: 'object',
      properties: mapFields<Arguments[string], object>(takes, ([one, description]) => {
        const { $schema: _same, ...json } = z.toJSONSchema(one, { io: 'input' })
        return { ...json, description }
      }),
      required: Object.keys(takes).filter((name) => !takes[name]?.[0].safeParse(undefined).success),
      additionalProperties: false,
    },
    async run(given) {
      const { data, error } = schema.safeParse(given)
      if (error === undefined) return run(data as Values<Table>)
      const problems = explainIssues(error.issues, given, () => 'see the schema', 'the input')
      throw new ToolError(problems.map(({ says: problem }) => sentence(problem)).join('\n'))
    },
  }
}

const sentence = (text: string) => `${capitalize(text)}${text.endsWith('?') ? '' : '.'}`

/** Cuts a text from `start` on so that it fits into a result, and says how to get the next part. */
export function boundedText(text: string, start: number, more: (next: number) => string): string {
  if (start > 0 && start >= text.length)
    throw new ToolError(`The text has ${text.length} characters: pass a smaller \`offset\`.`)
  if (text.length <= start + maxResultLength) return text.slice(start)
  const end = cutAt(text, start + maxResultLength)
  const about = `Characters ${start} to ${end} of ${text.length}; a result has at most ${maxResultLength}.`
  return `${text.slice(start, end)}\n\n[${about} ${more(end)}]`
}

/** The lines that contain a text, case-insensitive; without a text, all lines. */
export function linesWith(lines: readonly string[], search: string | undefined): string {
  const searchText = search?.toLowerCase() ?? ''
  const foundLines = lines.filter((line) => line.toLowerCase().includes(searchText))
  if (foundLines.length > 0) return foundLines.join('\n')
  if (search === undefined) return 'None.'
  throw new ToolError(
    `None of the ${lines.length} lines contains \`${search}\`. Omit \`search\` to list all.`,
  )
}

/** A value as JSON, indented by one space, because the length of a result is limited. */
export const jsonText = (value: unknown): string => JSON.stringify(value, null, 1)

/** The argument `search` of tools that return a list. */
export const searchArgument = [
  z.optional(z.string().check(z.maxLength(200))),
  'only lines that contain this text, case-insensitive',
] as const

/** The argument `world` of tools that work on one world. */
export const worldArgument = [
  z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  'the name of the world; a new name creates one. Default: the world of the connection',
] as const
