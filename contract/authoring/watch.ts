import { messageOf } from '../realm-safe.ts'
import { type FSWatcher, watch } from 'node:fs'
import { includedFolders, isScript } from './scenarios.ts'

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

/** Milliseconds until the next attempt to watch a folder that was removed. */
const retryMs = 1000

/** Reloads the scripts of a folder if a file changes. Returns a function that stops watching. */
export function watchScripts<Loaded>(
  folder: string,
  { load, onScripts, onProblems, after, isEager, isPersistent = false }: WatchOptions<Loaded>,
): () => void {
  /** The watchers of other folders whose fragments the scripts include. */
  const others: FSWatcher[] = []
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
  const watchIncludes = async () => {
    const reading = newest
    const folders = await includedFolders(folder).catch(() => [])
    if (reading !== newest) return
    for (const old of others.splice(0)) old.close()
    for (const other of folders)
      try {
        others.push(open(other))
      } catch {
        // The script that includes a file from a missing folder is already reported.
      }
  }
  const open = (watched: string) => {
    const opened = watch(watched, { persistent: isPersistent }, (_event, name) => {
      if (watched !== folder && name !== null && !isScript(name)) return
      callOff?.()
      callOff = after(settleMs, reopen)
    })
    opened.on('error', complain)
    return opened
  }
  let watcher = open(folder)
  // A watcher follows a renamed folder, and does not see a new folder with the old name.
  const reopen = () => {
    const old = watcher
    try {
      watcher = open(folder)
      old.close()
    } catch (error) {
      complain(error)
      callOff = after(retryMs, reopen)
      return
    }
    void reload()
    void watchIncludes()
  }
  if (isEager) void reload()
  void watchIncludes()
  return () => {
    newest++
    callOff?.()
    for (const opened of [watcher, ...others]) opened.close()
  }
}
