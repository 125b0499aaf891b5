import { messageOf } from '../realm-safe.ts'
import { watch } from 'node:fs'

/** Options of `watchScripts`. */
export type WatchOptions<Loaded> = {
  /** Loads all scripts of the folder. */
  readonly load: () => Promise<Loaded>
  readonly onScripts: (scripts: Loaded) => void
  /** Called with the problems whenever they change; the previous scripts stay loaded. */
  readonly onProblems: (problems: string) => void
  /** Starts a timer; returns a function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Whether to load the scripts at the start, before any change. */
  readonly isEager?: boolean
  /** Whether the watcher keeps the process alive. */
  readonly isPersistent?: boolean
}

/** Milliseconds to wait after a change before reading: editors write a file in several steps. */
const settleMs = 60

/** Reloads the scripts of a folder if a file changes. Returns a function that stops watching. */
export function watchScripts<Loaded>(
  folder: string,
  { load, onScripts, onProblems, after, isEager, isPersistent = false }: WatchOptions<Loaded>,
): () => void {
  let callOff: (() => void) | undefined
  let newest = 0
  let complained: string | undefined

  const complain = (error: unknown) => {
    const problems = messageOf(error)
    if (problems !== complained) onProblems(problems)
    complained = problems
  }
  const reload = async () => {
    const reading = ++newest
    try {
      const scripts = await load()
      // A newer read has started, so this result is outdated.
      if (reading !== newest) return
      complained = undefined
      onScripts(scripts)
    } catch (error) {
      if (reading === newest) complain(error)
    }
  }
  const open = () => {
    const opened = watch(folder, { persistent: isPersistent }, () => {
      callOff?.()
      callOff = after(settleMs, () => {
        reopen()
        void reload()
      })
    })
    opened.on('error', complain)
    return opened
  }
  let watcher = open()
  // A watcher stays with a folder that was renamed, and does not see the one in its place.
  const reopen = () => {
    const old = watcher
    try {
      watcher = open()
      old.close()
    } catch (error) {
      complain(error)
    }
  }
  if (isEager) void reload()
  return () => {
    newest++
    callOff?.()
    watcher.close()
  }
}
