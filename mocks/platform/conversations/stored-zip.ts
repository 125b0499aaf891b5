/** A file in an archive. */
type ArchivedFile = { readonly name: string; readonly text: string }

const encoder = new TextEncoder()

/** A ZIP archive whose files are not compressed, as ISO/IEC 21320-1 describes it. */
export function storedZip(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, text } of files) {
    const path = encoder.encode(name)
    const content = encoder.encode(text)
    const facts = [
      ...[20, 0, 0, 0, firstDay].flatMap((value) => littleEndian(value, 2)),
      ...[crc32(content), content.length, content.length].flatMap((value) =>
        littleEndian(value, 4),
      ),
      ...littleEndian(path.length, 2),
    ]
    const head = Uint8Array.of(...littleEndian(0x04034b50, 4), ...facts, 0, 0, ...path)
    directory.push(
      Uint8Array.of(
        ...littleEndian(0x02014b50, 4),
        ...littleEndian(20, 2),
        ...facts,
        ...Array.from({ length: 12 }, () => 0),
        ...littleEndian(offset, 4),
        ...path,
      ),
    )
    parts.push(head, content)
    offset += head.length + content.length
  }
  const end = Uint8Array.of(
    ...littleEndian(0x06054b50, 4),
    ...[0, 0, files.length, files.length].flatMap((value) => littleEndian(value, 2)),
    ...littleEndian(lengthOf(directory), 4),
    ...littleEndian(offset, 4),
    0,
    0,
  )
  return joined([...parts, ...directory, end])
}

/** 1 January 1980: the same conversation always has the same archive. */
const firstDay = 0x21

const littleEndian = (value: number, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, index) => (value >>> (8 * index)) & 0xff)

const lengthOf = (parts: readonly Uint8Array[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0)

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320)
  }
  return ~crc >>> 0
}
