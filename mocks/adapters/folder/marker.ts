import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile, FolderError } from './files.ts'

/** The secret that keys and tokens are derived from. `drawn`: it is random, so nobody can guess it. */
type Secret = { readonly value: string; readonly drawn: boolean }

const fileIn = (folder: string) => join(folder, 'understudy.json')

/** Throws `FolderError` for a folder with other content, before anything is written to it. */
export function requireOwnFolder(folder: string): void {
  if (!existsSync(folder) || existsSync(fileIn(folder))) return
  if (readdirSync(folder).length > 0)
    throw new FolderError(`${folder} has other files in it: choose an empty or a new folder.`)
}

/** The file that marks a folder as ours. It has the format and the secret; only its owner can read it. */
export class FolderMarker {
  readonly #path: string
  #secret: Secret | undefined

  /** Reads the file, or writes a new one. Throws `FolderError` if it is damaged or has another format. */
  constructor(folder: string) {
    this.#path = fileIn(folder)
    if (!existsSync(this.#path)) this.#write()
    const { format: written, secret } = this.#read()
    requireFormat(this.#path, written)
    this.#secret = secret
  }

  /** The stored secret; `undefined` if there is none, or if it must be random and is not. */
  secret(mayBeKnown: boolean): string | undefined {
    return mayBeKnown || this.#secret?.drawn === true ? this.#secret?.value : undefined
  }

  /** Stores a secret. Returns whether it replaced another one. */
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
      throw new FolderError(`${this.#path} is damaged: restore it from a backup.`)
    }
  }

  #write(): void {
    const document = { understudy: 'folder', format: folderFormat, secret: this.#secret }
    replaceFile(this.#path, `${JSON.stringify(document)}\n`, { content: true, place: true })
  }
}

/** The format version of everything that this release writes into a folder. */
export const folderFormat = 1

/** Throws `FolderError` for a file in another format. */
export function requireFormat(path: string, written: unknown): void {
  if (written === folderFormat) return
  const release = typeof written === 'number' && written > folderFormat ? 'a later' : 'another'
  throw new FolderError(
    `${path} has format ${JSON.stringify(written)}, written by ${release} release; this release reads format ${folderFormat}. ` +
      'Use the release that wrote it, or choose another folder.',
  )
}
