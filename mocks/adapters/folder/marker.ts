import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile, FolderError } from './files.ts'

/** What keys and tokens are derived from, and whether nobody can guess it. */
type Secret = { readonly value: string; readonly drawn: boolean }

const fileIn = (folder: string) => join(folder, 'understudy.json')

/** Throws `FolderError` for a folder that holds other things than ours, before anything is put there. */
export function requireOwnFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(fileIn(folder))) return
  if (readdirSync(folder).length > 0)
    throw new FolderError(`${folder} holds other things: give a folder that is empty, or new.`)
}

/** The file that says what a folder is; it keeps the secret of its worlds, for its owner alone. */
export class FolderMarker {
  readonly #path: string
  #secret: Secret | undefined

  /** Reads the file, or writes it. Throws `FolderError` where it can't be read, or is of another release. */
  constructor(folder: string) {
    this.#path = fileIn(folder)
    if (!existsSync(this.#path)) this.#write()
    const { format: written, secret } = this.#read()
    requireFormat(this.#path, written)
    this.#secret = secret
  }

  /** The secret that is kept; `undefined` where there is none, or only one that is known. */
  secret(mayBeKnown: boolean): string | undefined {
    return mayBeKnown || this.#secret?.drawn === true ? this.#secret?.value : undefined
  }

  /** Keeps a secret; says whether it puts an end to another one. */
  keep(secret: Secret): boolean {
    const before = this.#secret
    this.#secret = secret
    this.#write()
    return before !== undefined
  }

  #read(): { readonly format?: unknown; readonly secret?: Secret } {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) ?? {}
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      throw new FolderError(`${this.#path} is damaged: put back a copy of it.`)
    }
  }

  #write(): void {
    const document = { understudy: 'folder', format: folderFormat, secret: this.#secret }
    replaceFile(this.#path, `${JSON.stringify(document)}\n`, { content: true, place: true })
  }
}

/** The version of all that this release keeps in a folder. */
export const folderFormat = 1

/** Throws `FolderError` for a file of another version than this release reads. */
export function requireFormat(path: string, written: unknown): void {
  if (written === folderFormat) return
  const age = typeof written === 'number' && written > folderFormat ? 'a later' : 'another'
  throw new FolderError(
    `${path} is of format ${JSON.stringify(written)}, of ${age} release; this one reads format ${folderFormat}. ` +
      'Use the release that wrote it, or another folder.',
  )
}
