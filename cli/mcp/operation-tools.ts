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
  worldArgument,
} from './tool.ts'
import { capitalize } from '../../contract/capitalize.ts'

/** Settings of the tool for an operation. The table of operations has all other settings. */
type OperationTool<Name extends ControlName, Table extends Arguments> = {
  /** The description of the tool. Default: the description of the operation. */
  readonly says?: string
  /** The arguments of the tool, except `world`. */
  readonly takes?: Table
  /** Creates the input of the operation from the arguments. Default: no input. */
  readonly input?: (values: Values<Table>) => InputOf<Name>[0]
  /** Formats the operation's answer as the result of the tool. Default: as JSON. */
  readonly text?: (answer: ControlAnswer<Name>, values: Values<Table>) => string
}

type WorldArguments = { readonly world?: string | undefined; readonly offset?: number }

/**
 * Creates a tool that calls one operation of the control API. The row of the operation has its
 * name.
 */
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
      takes: { ...takes, world: worldArgument },
      async run(given) {
        // `offset` selects a part of the result. The operation itself has no such argument.
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

/** Makes a description a sentence, with a capital and a full stop. */
const sentenceOf = (says: string) => `${capitalize(says)}.`
