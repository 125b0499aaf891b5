import type { StreamFault } from '../../contract/fault.ts'

/** Whether a stream is split between two bytes: `before` and `after`. */
export type SplitRule = (before: number, after: number) => boolean

/** A way to deliver a complete stream, other than one write per event. */
export type Pieces = {
  readonly description: string
  readonly splits?: SplitRule
  readonly stream?: StreamFault
}

const [lineFeed, carriageReturn, colon] = [10, 13, 58]

/** Whether a byte is inside a UTF-8 character, but not its first byte. */
export const isContinuationByte = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80

const allPieces: readonly Pieces[] = [
  { description: 'split after each byte', splits: () => true },
  { description: 'split inside characters', splits: (_, after) => isContinuationByte(after) },
  { description: 'split after each line', splits: (before) => before === lineFeed },
  { description: 'split after each colon', splits: (before) => before === colon },
  { description: 'sent in one piece', stream: { merge: { events: 1000 } } },
  { description: 'sent with CRLF line ends', stream: { crlf: true } },
  {
    description: 'sent with CRLF line ends and split between CR and LF',
    splits: (before, after) => before === carriageReturn && after === lineFeed,
    stream: { crlf: true },
  },
]

/** Lists the ways to deliver a stream in other pieces. Omits ways that have no effect on it. */
export const listPieces = (bytes: Uint8Array): readonly Pieces[] =>
  allPieces.filter(
    ({ splits, stream }) =>
      stream !== undefined || bytes.some((byte, at) => splits?.(bytes[at - 1] ?? 0, byte)),
  )

/** Splits bytes where a rule says so. */
export function* splitBytes(bytes: Uint8Array, splits: SplitRule): Generator<Uint8Array> {
  let start = 0
  for (let at = 1; at < bytes.length; at++) {
    if (!splits(bytes[at - 1] ?? 0, bytes[at] ?? 0)) continue
    yield bytes.subarray(start, at)
    start = at
  }
  yield bytes.subarray(start)
}
