import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Snapshot } from '../../contract/snapshot.ts'
import { toBase64Url } from '../../contract/base64.ts'

/** Characters that are hashed together: each call of the hash costs a microsecond. */
const leastPart = 64 * 1024

/**
 * A digest of a snapshot. It does not depend on the order of fields, nor on a time that runs: two
 * snapshots of a world that nobody used in between have the same digest.
 */
export function snapshotDigest({ time, ...rest }: Snapshot): string {
  const hash = sha256.create()
  let waiting = ''
  feed({ ...rest, time: time.frozen ? time : { ...time, now: 0 } }, (text) => {
    waiting += text
    if (waiting.length < leastPart) return
    hash.update(utf8ToBytes(waiting))
    waiting = ''
  })
  return toBase64Url(hash.update(utf8ToBytes(waiting)).digest())
}

/** Passes on the JSON of a value with sorted keys, in parts: the whole may be too long for a text. */
function feed(value: unknown, add: (text: string) => void): void {
  if (typeof value !== 'object' || value === null) return add(JSON.stringify(value) ?? 'null')
  if (Array.isArray(value)) {
    for (const item of value) {
      add(',')
      feed(item, add)
    }
    return add(']')
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  for (const [key, field] of fields.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    add(`,${JSON.stringify(key)}:`)
    feed(field, add)
  }
  add('}')
}
