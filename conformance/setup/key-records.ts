import type { Exchange } from '../exchange.ts'
import type { JsonObject } from '../json.ts'
import type { Lab } from '../lab.ts'
import { Finding } from '../outcomes.ts'
import { issuedKey, listedKey } from './keys.ts'
import type { IssuedKey, Purpose } from './keys.ts'

export type ListedKey = {
  readonly key: IssuedKey
  readonly record: JsonObject
  /** The page that holds the record. */
  readonly exchange: Exchange
}

/** A throwaway key with its record in the list, which may lag behind its creation. */
export const keyRecord = (lab: Lab, purpose: Purpose): Promise<ListedKey> =>
  lab.once(`the record of the ${purpose} key`, async () => {
    const key = await issuedKey(lab, purpose)
    const start = lab.now()
    for (let pause = 25; ; pause *= 2) {
      const { item, exchange } = await listedKey(lab, { name: key.name })
      if (item) return { key, record: item, exchange }
      if (lab.now() - start + pause > lab.grace) {
        throw new Finding(`a key named ${key.name} in the list`, 'none', exchange)
      }
      await lab.sleep(pause)
    }
  })
