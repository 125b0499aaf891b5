import type { ControlAnswer, InputOf } from '../../contract/control/call.ts'
import { type ControlName, controlOperation } from '../../contract/control/operations.ts'
import type { Connection } from './connection.ts'
import {
  actingTool,
  type Arguments,
  jsonText,
  readingTool,
  type Tool,
  type Values,
  world,
} from './tool.ts'

/** The settings of an operation's tool, besides the operation's row. */
type OperationTool<Name extends ControlName, Table extends Arguments> = {
  /** A sentence that replaces the sentence of the row. */
  readonly says?: string
  /** The arguments, except the world. */
  readonly takes?: Table
  /** The input of the operation. Default: no input. */
  readonly input?: (values: Values<Table>) => InputOf<Name>[0]
  /** The result. Default: the answer as JSON. */
  readonly text?: (answer: ControlAnswer<Name>, values: Values<Table>) => string
}

type WorldArguments = { readonly world?: string | undefined; readonly offset?: number }

/** Creates the tools that call one operation of the control API; their names are in its table. */
export const operationTools =
  ({ control }: Connection) =>
  <Name extends ControlName, const Table extends Arguments = Record<never, never>>(
    name: Name,
    { says, takes, input, text = jsonText }: OperationTool<Name, Table> = {},
  ): Readonly<Record<string, Tool>> => {
    const row = controlOperation(name)
    const define = name.startsWith('GET ') ? readingTool : actingTool
    const tool = define({
      says: says ?? sentenceOf(row?.says ?? ''),
      takes: { ...takes, world },
      async run(given) {
        // `offset` selects a part of the result; the operation does not take it.
        const { world: of, offset: _, ...others } = given as WorldArguments
        const values = others as unknown as Values<Table>
        const callArguments = [{ ...input?.(values), world: of }] as unknown as InputOf<
          Name,
          WorldArguments
        >
        return text(await control(name, ...callArguments), values)
      },
    })
    return { [row?.tool ?? name]: tool }
  }

/** The text of a row as a sentence. */
const sentenceOf = (says: string) => `${says.charAt(0).toUpperCase()}${says.slice(1)}.`
