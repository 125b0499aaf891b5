import { decodeBase64 } from '../../../contract/base64.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { ApiError } from '../../world/api-error.ts'
import type { Table } from '../../world/changes.ts'
import type { World } from '../../world/world.ts'

/** The bytes of the files of a world, as base64, because snapshots and the log contain them as JSON. */
export class OwnFiles {
  readonly #table: Table<string>

  constructor({ tables }: World) {
    this.#table = tables.of('own-files')
  }

  get(family: string, id: string): string | undefined {
    return this.#table.get(`${family}\n${id}`)
  }

  set(family: string, id: string, content: string): void {
    this.#table.set(`${family}\n${id}`, content)
  }

  bytes(family: string, id: string): Uint8Array {
    return decodeBase64(this.get(family, id) ?? '') ?? new Uint8Array()
  }

  delete(family: string, id: string): void {
    this.#table.delete(`${family}\n${id}`)
  }

  /** Whether the world has space for a file of so many bytes. */
  hasSpace(bytes: number): boolean {
    let used = 0
    for (const [, content] of this.#table.entries()) used += byteLength(content)
    return used + bytes <= ownLimits.ownFilesBytes
  }

  /** Throws an `ApiError` if the world has no space for a file of so many bytes. */
  requireSpace(bytes: number): void {
    if (this.hasSpace(bytes)) return
    throw new ApiError(
      'body-too-large',
      `The files of one world have at most ${ownLimits.ownFilesBytes} bytes: delete some first.`,
    )
  }
}

/** The number of bytes in a base64 text. */
const byteLength = (base64: string) =>
  (base64.length * 3) / 4 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
