import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FolderError, isCode } from './files.ts'

/** A process. Its start time distinguishes it from a later process with the same id. */
type LockHolder = { readonly pid: number; readonly began: string | undefined }

/**
 * Locks a folder for this process; the returned function unlocks it. The lock of a process that has
 * ended is replaced. Throws `FolderError` if another running process holds the lock.
 */
export function acquireLock(folder: string): () => void {
  const path = join(folder, 'lock')
  const mine = JSON.stringify({
    pid: process.pid,
    began: beganAt(process.pid),
  } satisfies LockHolder)
  while (!create(path, mine)) {
    const holder = holderOf(path)
    if (holder !== undefined && lives(holder))
      throw new FolderError(
        `Process ${holder.pid} stores its worlds in ${folder}. Stop it, or choose another folder. ` +
          `If that process is not Understudy, delete ${path}.`,
      )
    rmSync(path, { force: true })
  }
  return () => {
    if (holderOf(path)?.pid === process.pid) rmSync(path, { force: true })
  }
}

/** Creates a file. Returns false if it exists already. */
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** The process that holds the lock; `undefined` if the file is missing or unreadable. */
function holderOf(path: string): LockHolder | undefined {
  try {
    const { pid, began } = JSON.parse(readFileSync(path, 'utf8')) as Partial<LockHolder>
    return Number.isInteger(pid) && pid !== undefined ? { pid, began } : undefined
  } catch (error) {
    if (error instanceof SyntaxError || isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function lives({ pid, began }: LockHolder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return isCode(error, 'EPERM')
  }
  return began === beganAt(pid)
}

/** The start time of a process: in containers, process ids repeat. `never` for a zombie. */
function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program name is in brackets and may contain spaces, so fields are counted after it.
    const [, state = '', ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ')
    return 'ZX'.includes(state) ? 'never' : fields[18]
  } catch {
    return undefined
  }
}
