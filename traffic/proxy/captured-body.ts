import * as zlib from 'node:zlib'

const { constants } = zlib
/** Node 22.12 to 22.14 have no zstd: such a body is recorded as it is sent, in base64. */
const canReadZstd = 'zstdDecompressSync' in zlib

/** Bytes that all captured bodies of a proxy may take together. */
const maxTotal = 256 * 1024 * 1024

/** The memory that the captured bodies of one proxy share. */
export class CaptureBudget {
  #used = 0

  /** Takes up to `wanted` bytes; returns the number that was granted. */
  take(wanted: number): number {
    const granted = Math.max(0, Math.min(wanted, maxTotal - this.#used))
    this.#used += granted
    return granted
  }

  release(bytes: number): void {
    this.#used -= bytes
  }

  get used(): number {
    return this.#used
  }
}

/** The beginning of a body, up to a limit, as it passed. */
export class CapturedBody {
  readonly #budget: CaptureBudget
  readonly #limit: number
  #chunks: Uint8Array[] = []
  #kept = 0
  /** The bytes of the whole body. */
  length = 0

  constructor(budget: CaptureBudget, limit: number) {
    this.#budget = budget
    this.#limit = limit
  }

  get isTruncated(): boolean {
    return this.length > this.#kept
  }

  add(chunk: Uint8Array): void {
    const isComplete = this.length === this.#kept
    this.length += chunk.length
    if (!isComplete) return
    const kept = this.#budget.take(Math.min(chunk.length, this.#limit - this.#kept))
    if (kept === 0) return
    this.#kept += kept
    this.#chunks.push(kept === chunk.length ? chunk : chunk.subarray(0, kept))
  }

  /** The captured bytes, without their content encoding. */
  decoded(encoding: string | undefined): Uint8Array {
    // The last encoding of a list was applied last.
    const encodings = (encoding ?? '').split(',').toReversed()
    return encodings.reduce<Uint8Array>(decodeContent, Buffer.concat(this.#chunks))
  }

  /** Gives the memory back. */
  release(): void {
    this.#budget.release(this.#kept)
    this.#kept = 0
    this.#chunks = []
  }
}

/** Decodes as much as possible of a body: its end may be missing. */
function decodeContent(bytes: Uint8Array, encoding: string): Uint8Array {
  if (bytes.length === 0) return bytes
  try {
    switch (encoding.trim().toLowerCase()) {
      case 'gzip':
      case 'x-gzip':
        return zlib.gunzipSync(bytes, {
          finishFlush: constants.Z_SYNC_FLUSH,
          maxOutputLength: maxDecoded,
        })
      case 'deflate':
        return zlib.inflateSync(bytes, {
          finishFlush: constants.Z_SYNC_FLUSH,
          maxOutputLength: maxDecoded,
        })
      case 'br':
        return zlib.brotliDecompressSync(bytes, {
          finishFlush: constants.BROTLI_OPERATION_FLUSH,
          maxOutputLength: maxDecoded,
        })
      case 'zstd':
        return canReadZstd ? zlib.zstdDecompressSync(bytes, { maxOutputLength: maxDecoded }) : bytes
      default:
        return bytes
    }
  } catch {
    return new Uint8Array()
  }
}

/** A small body may decode to a huge one. */
const maxDecoded = 64 * 1024 * 1024
