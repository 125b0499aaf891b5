import { watch } from 'node:fs'
import type { Scenario } from '../contract/scripts/scenario.ts'

/** What is done about the changes of a folder. */
export type WatchOptions = {
  /** Reads the whole of it. */
  readonly load: () => Promise<readonly Scenario[]>
  readonly onScripts: (scripts: readonly Scenario[]) => void
  /** Told of what is wrong, once until it changes; the scripts from before stay. */
  readonly onProblems: (problems: string) => void
  /** Runs something later; gives what calls it off. */
  readonly after: (ms: number, run: () => void) => () => void
}

/** Editors write a file in several steps: so long after the last of them it is read. */
const settled = 60

/** Reads the scripts of a folder again whenever one of its files changes; gives what ends that. */
export function watchScripts(
  folder: string,
  { load, onScripts, onProblems, after }: WatchOptions,
): () => void {
  let callOff: (() => void) | undefined
  let newest = 0
  let complained: string | undefined

  const complain = (error: unknown) => {
    const problems = error instanceof Error ? error.message : String(error)
    if (problems !== complained) onProblems(problems)
    complained = problems
  }
  const reload = async () => {
    const reading = ++newest
    try {
      const scripts = await load()
      // A later change is being read already: this is of yesterday.
      if (reading !== newest) return
      complained = undefined
      onScripts(scripts)
    } catch (error) {
      if (reading === newest) complain(error)
    }
  }
  const watcher = watch(folder, { persistent: false }, () => {
    callOff?.()
    callOff = after(settled, () => void reload())
  })
  watcher.on('error', complain)
  return () => {
    newest++
    callOff?.()
    watcher.close()
  }
}
