import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FolderError, isCode } from './files.ts'

/** A process, told apart from a later one that has the same number by when it began. */
type LockHolder = { readonly pid: number; readonly began: string | undefined }

/**
 * Takes a folder for this process alone; the returned function gives it back. What a dead process
 * left is taken over. Throws `FolderError` where another one has the folder.
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
        `Process ${holder.pid} keeps its worlds in ${folder}. Stop it, or choose another folder; ` +
          `if it is no Understudy, delete ${path}.`,
      )
    rmSync(path, { force: true })
  }
  return () => {
    if (holderOf(path)?.pid === process.pid) rmSync(path, { force: true })
  }
}

/** Makes a file; false where there is one. */
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Who has the lock; `undefined` where that can't be told any more. */
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

/**
 * When a process began, where the system tells: in containers, numbers come again at each start.
 * One that has ended and waits to be noticed by its parent began never.
 */
function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program stands in brackets, and may hold spaces: fields are counted after it.
    const [, state = '', ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ')
    return 'ZX'.includes(state) ? 'never' : fields[18]
  } catch {
    return undefined
  }
}
