import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toBase64Url } from '../../contract/base64.ts'
import { Table } from './changes.ts'

/** 128 random bits, in characters that cookies and URLs allow. They do not depend on a seed. */
export const randomToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(16)))

/**
 * The random numbers of a world. Each is derived from the seed, a purpose, a subject and a counter. So
 * concurrent requests do not change each other's values.
 */
export type Random = ReturnType<typeof createRandom>

/** Derives random numbers from a seed. `counters` counts the draws of each purpose and subject. */
export function createRandom(
  seed: string,
  counters = new Table<number>('draws'),
  hasUuids = () => true,
) {
  const bytes = (purpose: string, subject: string) => {
    const key = `${purpose}\n${subject}`
    const count = counters.get(key) ?? 0
    counters.set(key, count + 1)
    return sha256(utf8ToBytes(`${seed}\n${key}\n${count}`))
  }
  return {
    /** Returns 32 bytes. Each call with the same purpose and subject returns different bytes. */
    bytes,
    /** Returns an id: a UUID v4, or 20 hexadecimal digits if the deployment uses no UUIDs. */
    id: (purpose: string, subject = '') => {
      const drawn = bytes(purpose, subject)
      return hasUuids() ? uuidOf(drawn) : bytesToHex(drawn.subarray(0, 10))
    },
    /** Returns a number from 0 up to, but not including, 1. */
    fraction: (purpose: string, subject: string) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes(purpose, subject)
      return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32
    },
    /**
     * Returns a number above `least` and above all numbers that it has returned for the subject.
     */
    nextNumber: (subject: string, least: number) => {
      const key = `number\n${subject}`
      const number = Math.max(counters.get(key) ?? 0, least) + 1
      counters.set(key, number)
      return number
    },
  }
}

function uuidOf(bytes: Uint8Array): string {
  const hex = bytesToHex(bytes.subarray(0, 16))
  const variant = '89ab'[(bytes[8] ?? 0) & 3]
  const last = `4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${last}`
}
