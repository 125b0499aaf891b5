import * as z from 'zod/mini'
import { line } from '../contract/scripts/lines.ts'
import { scenario } from '../contract/scripts/scenario.ts'

const { match, script, ...told } = z.omit(scenario, { name: true, values: true }).shape
const endpoint = z.optional(
  match.shape.endpoint.check(
    z.describe('`react`, `dag` or both; left out, a script with a plan plays on dag.'),
  ),
)
const { after: _after, turn: _turn, ...matchOfTurn } = match.shape

const authoredMatch = z
  .strictObject({ ...match.shape, endpoint })
  .check(z.describe('Which turns it plays: every part that is given must fit.'))

const turn = z.strictObject({
  ...told,
  match: z.optional(
    z
      .strictObject({ ...matchOfTurn, endpoint })
      .check(z.describe('Without a query it takes whatever is said next.')),
  ),
  script,
})

/** A script or dialogue as it is written in a file, with fragments expanded. */
export const scriptFile = z.strictObject({
  name: z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]*$/), z.describe('What it is called; unlike any other.')),
  ...told,
  match: authoredMatch,
  include: z.optional(
    z
      .array(z.string())
      .check(z.describe('Files of fragments, from the folder of this file: `_common.yaml`.')),
  ),
  script: z.optional(script),
  turns: z.optional(
    z.array(turn).check(z.minLength(1), z.describe('A dialogue: turns that follow each other.')),
  ),
})

/** A fragment file; its name begins with `_`. */
export const fragmentFile = z.strictObject({
  include: z.optional(z.array(z.string())),
  fragments: z
    .record(z.string(), z.array(line).check(z.minLength(1)))
    .check(z.describe('Lines by a name, for the scripts that include this file.')),
})

/** A line that inserts the lines of a fragment. */
export const useLine = z.strictObject({
  use: z
    .union([
      z.string(),
      z.strictObject({
        fragment: z.string(),
        with: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
      }),
    ])
    .check(z.describe('The lines of a fragment, its places filled by `with`.')),
})

export type ScriptFile = z.infer<typeof scriptFile>
export type TurnInFile = z.infer<typeof turn>
