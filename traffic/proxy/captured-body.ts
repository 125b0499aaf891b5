import * as zlib from 'node:zlib'

const { constants } = zlib
/** Node 22.12 to 22.14 lack zstd: such a body is recorded as sent, in base64. */
const canReadZstd = 'zstdDecompressSync' in zlib

/** The maximum bytes of all captured bodies of a proxy together. */
const maxTotalBytes = 256 * 1024 * 1024

/** The memory that all captured bodies of one proxy share. */
export class CaptureBudget {
  #used = 0

  /** Reserves up to `wantedBytes` bytes; returns the granted number. */
  take(wantedBytes: number): number {
    const granted = Math.max(0, Math.min(wantedBytes, maxTotalBytes - this.#used))
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

/** Captures the beginning of a passing body, up to a limit. */
export class CapturedBody {
  readonly #budget: CaptureBudget
  readonly #limit: number
  #chunks: Uint8Array[] = []
  #kept = 0
  /** The size of the whole body in bytes. */
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

  /** The captured bytes, after their content encoding was decoded; `undefined` if that fails. */
  decodedBytes(encoding: string | undefined): Uint8Array | undefined {
    // Encodings are listed in the order of encoding, so decoding starts with the last.
    const encodings = (encoding ?? '').split(',').toReversed()
    try {
      return encodings.reduce<Uint8Array>(decodeContent, Buffer.concat(this.#chunks))
    } catch {
      return undefined
    }
  }

  /** Releases the memory of the captured bytes. */
  release(): void {
    this.#budget.release(this.#kept)
    this.#kept = 0
    this.#chunks = []
  }
}

/** Decodes as much of a body as possible, because its end may be missing. */
function decodeContent(bytes: Uint8Array, encoding: string): Uint8Array {
  if (bytes.length === 0) return bytes
  const options = { ...limits, finishFlush: constants.Z_SYNC_FLUSH }
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return zlib.gunzipSync(bytes, options)
    case 'deflate':
      // Some servers omit the header of zlib.
      return hasZlibHeader(bytes)
        ? zlib.inflateSync(bytes, options)
        : zlib.inflateRawSync(bytes, options)
    case 'br':
      return zlib.brotliDecompressSync(bytes, {
        ...limits,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      })
    case 'zstd':
      return canReadZstd ? zlib.zstdDecompressSync(bytes, limits) : bytes
    default:
      return bytes
  }
}

/** Whether bytes begin with the two bytes of RFC 1950. */
const hasZlibHeader = ([first = 0, second = 0]: Uint8Array) =>
  first % 16 === 8 && (first * 256 + second) % 31 === 0

/** The limit for a decoded body, because a small body may decode to a huge one. */
const limits = { maxOutputLength: 64 * 1024 * 1024 }
