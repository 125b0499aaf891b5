import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../contract/realm-safe.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createTurnModel } from '../../mocks/model/turn-model.ts'
import type { SystemClock } from '../../mocks/world/clock.ts'
import { type Io, UsageError, writeLines } from '../command-line.ts'
import { ensureWritable } from '../output-file.ts'
import { schemaLine } from '../schema-line.ts'
import type { ServeOptions } from './flags.ts'

/** The variable with the model's key. A flag would show the key in the list of processes. */
const keyVariable = 'UNDERSTUDY_MODEL_KEY'

/** Creates the model of `--model`. Throws `UsageError` for a key or a folder that is unusable. */
export async function createServedModel(
  url: string,
  given: ServeOptions,
  clock: SystemClock,
  io: Io,
) {
  const { modelRecord: folder, modelTimeout = 20_000, modelTokens = 200_000 } = given
  if (folder !== undefined) await ensureWritable(join(folder, 'model.yaml'))
  const served = createTurnModel({
    server: { url, key: readKey(process.env[keyVariable]), clock, silenceMs: modelTimeout },
    name: given.modelName,
    limits: { tokens: modelTokens, money: given.modelBudget, price: given.modelPrice },
    onNote: (note, { name }) =>
      given.verbose && writeLines(io.stderr, `turn in world ${name}: ${note}`),
    onScript(script) {
      if (folder === undefined) return
      record(folder, script).catch((error: unknown) =>
        writeLines(io.stderr, `--model-record ${folder}: ${messageOf(error)}`),
      )
    },
  })
  return {
    ...served,
    /** Prints a warning at the start if the model cannot be used. Each turn tries again. */
    async reportProblem() {
      const problem = await served.problem()
      if (problem !== undefined)
        writeLines(io.stderr, `${problem} Until then, turns are played without the model.`)
    },
  }
}

function readKey(key: string | undefined): string | undefined {
  if (key === undefined || key === '') return undefined
  if (/^[\x21-\x7e]{1,4096}$/.test(key)) return key
  throw new UsageError(
    `${keyVariable} has characters that no key has, such as spaces: set it to the key alone.`,
  )
}

/** Writes a script. The same question to the same agent always gets the same file name. */
async function record(folder: string, script: Scenario): Promise<void> {
  const { toYaml } = await import('../../contract/authoring/yaml.ts')
  const file = join(folder, `${script.name}.yaml`)
  await writeFile(file, schemaLine('scenario', file) + toYaml(script))
}
