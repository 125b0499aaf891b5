import { extname } from 'node:path'
import { escapeLines } from '../contract/escape.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { systemWall } from '../mocks/state/clock.ts'
import type { Scripts } from '../mocks/state/world-plan.ts'
import type { Io } from './io.ts'
import { shippedScenarios, shippedScripts } from './shipped.ts'
import { UsageError } from './usage.ts'

/** The scripts of a folder before the shipped ones; throws `UsageError` with every problem in it. */
export async function loadScenarioFolder(folder: string | undefined): Promise<Scenario[]> {
  const shipped = await shippedScenarios()
  if (folder === undefined) return shipped
  const own = await loadOwn(folder, shipped)
  // A copy of a shipped one is never reached behind it, as where the folder is the shipped one.
  const written = new Set(own.map((script) => JSON.stringify(script)))
  return [...own, ...shipped.filter((script) => !written.has(JSON.stringify(script)))]
}

/** Scripts that follow every change of their folder, until they are closed. */
export async function openScenarioFolder(
  folder: string | undefined,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<Scripts & { readonly about?: string; close(): void }> {
  if (folder === undefined) return Object.assign(shippedScripts(), { close() {} })
  const shipped = await shippedScenarios()
  const own = await loadOwn(folder, shipped)
  const scripts: { current: readonly Scenario[]; readonly about: string; close(): void } = {
    current: [...own, ...shipped],
    about: `${own.length} of ${folder}, before the shipped ones; edits play on the next turn`,
    close() {},
  }
  const { stat } = await import('node:fs/promises')
  if (!(await stat(folder)).isDirectory())
    throw new UsageError(`\`${folder}\` is a file: --scenarios takes the folder it lies in.`)
  const { watchScripts } = await import('../authoring/watch.ts')
  scripts.close = watchScripts(folder, {
    after: systemWall.after,
    load: () => loadScenarioFolder(folder),
    onScripts(read) {
      scripts.current = read
      stderr.write(escapeLines([`${folder} was read again: the next turn plays it.`]))
    },
    onProblems: (problems) =>
      stderr.write(
        escapeLines([
          ...problems.split('\n'),
          `The scripts of ${folder} stay as they were before.`,
        ]),
      ),
  })
  return scripts
}

/** The scripts of a folder or a file alone; `shipped` are those that they may play after. */
export async function loadOwn(path: string, shipped: readonly Scenario[]): Promise<Scenario[]> {
  const { AuthoringError } = await import('../authoring/problem.ts')
  const { loadScenarios } = await import('../authoring/scenarios.ts')
  try {
    return await loadScenarios(path, { scripts: shipped.map(({ name }) => name) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(
        `There is no ${extname(path) === '' ? 'folder' : 'file'} \`${path}\` to read scenarios from.`,
      )
    if (error instanceof AuthoringError) throw new UsageError(...error.message.split('\n'))
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
