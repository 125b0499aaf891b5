import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { limits } from '../../contract/limits.ts'
import { toBase64Url } from '../../contract/base64.ts'
import type { Table, Tables } from './changes.ts'

/** The prefix that the specification requires (2.1.R2). */
const specifiedPrefix = 'svc_'

const tagLength = 10
const secretLength = 44 - tagLength

/**
 * Returns the last characters of every key of a world, which identify it even after the key was
 * deleted.
 */
export const worldTag = (world: string) =>
  toBase64Url(sha256(utf8ToBytes(`world\n${world}`))).slice(0, tagLength)

/** Returns a name for a new world. The same seed and count give the same name. */
export const seededWorldName = (seed: string, count: number) =>
  toBase64Url(sha256(utf8ToBytes(`${seed}\nworld-name\n${count}`))).slice(0, 22)

/** Returns the world's tag in a key. The key may be invalid. */
export const tagInKey = (key: string) => key.slice(-tagLength)

type KeyringOptions = {
  /** Returns the keys of the world's fixture. */
  readonly issued?: () => Iterable<{ readonly id: string }>
  /** Returns the start of every full key; by default the prefix that the specification requires. */
  readonly prefix?: () => string
}

/**
 * The full values of a world's keys. Each is derived from the world's secret and the id of the key. So no
 * value is stored, and the same fixture has different keys in every world.
 */
export class Keyring {
  /** An HMAC that has hashed the secret already, because that is half of the work for a key. */
  readonly #mac: ReturnType<typeof hmac.create>
  readonly #tag: string
  #issued: KeyringOptions['issued']
  readonly #prefix: () => string
  /** The keys by id, without the prefix: the prefix depends on the current profile. */
  readonly #values = new Map<string, string>()
  readonly #ids = new Map<string, string>()

  constructor(secret: Uint8Array, world: string, { issued, prefix }: KeyringOptions = {}) {
    this.#prefix = prefix ?? (() => specifiedPrefix)
    this.#mac = hmac.create(sha256, secret)
    this.#tag = worldTag(world)
    this.#issued = issued
  }

  /** The start of every full key. */
  get prefix(): string {
    return this.#prefix()
  }

  valueOf(id: string): string {
    return this.prefix + this.#secretOf(id)
  }

  #secretOf(id: string): string {
    let value = this.#values.get(id)
    if (value === undefined) {
      const digest = toBase64Url(
        this.#mac
          .clone()
          .update(utf8ToBytes(`api-key\n${id}`))
          .digest(),
      )
      value = digest.slice(0, secretLength) + this.#tag
      this.#values.set(id, value)
      this.#ids.set(value, id)
    }
    return value
  }

  /** The first characters of a key, which the key's record shows. */
  prefixOf(id: string): string {
    return this.valueOf(id).slice(0, limits.keyPrefixLength)
  }

  /** Finds the id of a key. Knows the keys of the fixture, and all keys for which `valueOf` was called. */
  idOf(value: string): string | undefined {
    const { prefix } = this
    if (!value.startsWith(prefix)) return undefined
    const secret = value.slice(prefix.length)
    const known = this.#ids.get(secret)
    if (known !== undefined) return known
    for (const { id } of this.#issued?.() ?? []) this.#secretOf(id)
    this.#issued = undefined
    return this.#ids.get(secret)
  }
}

export type KeyUsage = { readonly total_requests: number; readonly last_used_at: string | null }

const noKeyUsage: KeyUsage = { total_requests: 0, last_used_at: null }

/** Counts the uses of keys outside of their records, so that a request changes no record. */
export class KeyUsageCounter {
  readonly #byKey: Table<KeyUsage>

  constructor(tables: Tables) {
    this.#byKey = tables.of('usage')
  }

  of(key: string): KeyUsage {
    return this.#byKey.get(key) ?? noKeyUsage
  }

  count(key: string, now: string): void {
    this.#byKey.set(key, { total_requests: this.of(key).total_requests + 1, last_used_at: now })
  }
}
