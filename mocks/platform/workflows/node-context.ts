import { type JsonObject, ownField } from '../../../contract/json.ts'
import type { RunWorld } from './run-world.ts'
import type { Variables } from './variables.ts'

/** The data from which the result of a node is computed. */
export type NodeContext = {
  readonly id: string
  readonly data: JsonObject
  readonly vars: Variables
  readonly world: RunWorld
}

/** The result of a node that completes. */
export type ComputedNode = {
  /** The variables to store as `<node id>.<name>`. There is always an `output`. */
  readonly fields: JsonObject & { readonly output: unknown }
  /** The variables to store under their name alone, without the node id. */
  readonly plainVariables?: JsonObject
  /** For a branch: the handle whose outgoing edges become active. */
  readonly handle?: string
  /** The duration, if it differs from the one in the node's data. */
  readonly ms?: number
}

export type ComputeNode = (context: NodeContext) => ComputedNode

/** The failure of a node. Its message is the error in the event. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
  /** The duration, if it differs from the one in the node's data. */
  readonly ms: number | undefined

  constructor(message: string, ms?: number) {
    super(message)
    this.ms = ms
  }
}

/** A text in the data of a node; empty if the value is not a text. */
export const textIn = (data: JsonObject, field: string): string => {
  const value = data[field]
  return typeof value === 'string' ? value : ''
}

/** Reads a text from the data of a node, and fills its placeholders. */
export const fillTextField = ({ data, vars }: NodeContext, field: string): string =>
  vars.interpolate(textIn(data, field))

/** Like `fillTextField`, but throws a `NodeFailure` with the message `missing` for an empty text. */
export function requireText(context: NodeContext, field: string, missing: string): string {
  const text = fillTextField(context, field)
  if (text.trim() === '') throw new NodeFailure(missing)
  return text
}

/** Returns the table entry that a node names. Throws a `NodeFailure` for an unknown name. */
export function requireEntry<Entry>(
  table: Readonly<Record<string, Entry>>,
  what: string,
  name: string,
): Entry {
  const entry = ownField(table, name)
  if (entry === undefined) throw new NodeFailure(`Unknown ${what}: ${name}`)
  return entry
}

/** Returns a text as it is, and any other value as JSON. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

/** Returns the output as `output`, and also under the name in `output_variable` (F-020). */
export function namedOutput(data: JsonObject, output: unknown): ComputedNode['fields'] {
  const name = textIn(data, 'output_variable')
  return name === '' || name === 'output' ? { output } : { output, [name]: output }
}

/** Returns the output as `output`, and as a variable with the name in `output_variable` (F-020). */
export function outputWithPlainName(data: JsonObject, output: unknown): ComputedNode {
  const name = textIn(data, 'output_variable')
  return { fields: { output }, ...(name !== '' && { plainVariables: { [name]: output } }) }
}
