import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { Defect } from './defects.ts'
import type { RunWorld } from './run-world.ts'
import type { Variables } from './variables.ts'

type Values = Readonly<Record<string, unknown>>

/** The values from which a node is computed. */
export type NodeContext = {
  readonly id: string
  readonly data: JsonObject
  readonly vars: Variables
  readonly world: RunWorld
  readonly isTrue: boolean
  /** Records that the run shows a known defect of the deployment, by the number of its fact. */
  readonly note: (fact: Defect) => void
}

/** The result of a node that completes. */
export type Computed = {
  /** Stored as `<id>.<name>`. There is always an `output`. */
  readonly fields: Values & { readonly output: unknown }
  /** Stored under their names alone. */
  readonly bare?: Values
  /** The handle of a branch whose edges are active. */
  readonly handle?: string
}

export type ComputeNode = (context: NodeContext) => Computed

/** The failure of a node, with the error of its event. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure'
}

/** A text in the data of a node; empty if the value is not a text. */
export const textIn = (data: JsonObject, field: string): string => {
  const value = data[field]
  return typeof value === 'string' ? value : ''
}

/** The objects of a list in the data of a node. */
export const objectsIn = (data: JsonObject, field: string): JsonObject[] => {
  const value = data[field]
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** A text of the data with its placeholders filled. */
export const filledText = ({ data, vars }: NodeContext, field: string): string =>
  vars.interpolate(textIn(data, field))

/** A text in the data that must not be empty. */
export function requireText(context: NodeContext, field: string, missing: string): string {
  const text = filledText(context, field)
  if (text.trim() === '') throw new NodeFailure(missing)
  return text
}

/** A value in the data as a text. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

/** For some nodes: the field of the data that gives the output a second name (F-020). */
export function namedOutput(data: JsonObject, output: unknown): Computed['fields'] {
  const name = textIn(data, 'output_variable')
  return name === '' || name === 'output' ? { output } : { output, [name]: output }
}
