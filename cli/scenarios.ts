import type { Scenario } from '../contract/scenario.ts'
import { shippedScenarios } from './shipped.ts'
import { UsageError } from './usage.ts'

/** The scenarios of a folder before the shipped ones; throws `UsageError` with every problem in it. */
export async function loadScenarioFolder(folder: string | undefined): Promise<Scenario[]> {
  const shipped = await shippedScenarios()
  if (folder === undefined) return shipped
  const { loadScenarios } = await import('../authoring/scenarios.ts')
  try {
    return [...(await loadScenarios(folder)), ...shipped]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(`There is no folder \`${folder}\` to read scenarios from.`)
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR')
      throw new UsageError(`\`${folder}\` is a file: --scenarios takes the folder it lies in.`)
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
