import type { StreamFault } from '../../contract/fault.ts'
import { decode, encode, joined, noBytes, type Piece, type Pieces } from './pieces.ts'

/** The events that tell a reader that nothing more comes. */
const terminal: ReadonlySet<string | undefined> = new Set(['end', 'resume_done'])

/** Events damaged, doubled or dropped. One that is dropped keeps its place, so that others count as before. */
export async function* altered(pieces: Pieces, fault: StreamFault): Pieces {
  for await (const piece of pieces) yield { ...piece, bytes: bytesOf(piece, fault) }
}

function bytesOf({ bytes, event, name }: Piece, fault: StreamFault): Uint8Array {
  if (event !== undefined && fault.drop?.event === event) return noBytes
  if (fault.without_end === true && terminal.has(name)) return noBytes
  const ended = fault.crlf === true ? encode(decode(bytes).replaceAll(/\r?\n/g, '\r\n')) : bytes
  const { malform } = fault
  const sent =
    malform !== undefined && malform.event === event ? malformed(ended, malform.as) : ended
  return fault.duplicate !== undefined && fault.duplicate.event === event
    ? joined(sent, sent)
    : sent
}

function malformed(frame: Uint8Array, as: NonNullable<StreamFault['malform']>['as']): Uint8Array {
  const text = decode(frame)
  const found = /^(data: ?)([^\r\n]*)/m.exec(text)
  if (found === null) return frame
  const [whole, field = '', data = ''] = found
  const head = text.slice(0, found.index)
  const tail = text.slice(found.index + whole.length)
  if (as === 'field') return encode(head + data + tail)
  if (as === 'json') return encode(head + field + data.slice(0, Math.ceil(data.length / 2)) + tail)
  // In a text of the data, so that the JSON can be read by whoever reads the bytes leniently.
  const quote = data.lastIndexOf('"')
  const at = quote < 0 ? Math.ceil(data.length / 2) : quote
  return joined(
    encode(head + field + data.slice(0, at)),
    Uint8Array.of(0xff),
    encode(data.slice(at) + tail),
  )
}

/** An event behind the one that follows it. */
export async function* reordered(pieces: Pieces, event: number): Pieces {
  let held: Piece | undefined
  for await (const piece of pieces) {
    if (piece.event === event) {
      held = piece
      continue
    }
    yield piece
    if (held === undefined || piece.event === undefined) continue
    yield held
    held = undefined
  }
  if (held !== undefined) yield held
}
