import type { Exchange } from '../session/exchange.ts'
import { isAccepted, isRefusal, pollUntil } from '../session/assertions.ts'
import type { TestSession } from '../session/test-session.ts'
import type { JsonObject } from '../../contract/json.ts'
import {
  type IssuedKey,
  isKnown,
  issuedKey,
  keyAccepted,
  listedKey,
  setActive,
  tryCredential,
} from './keys.ts'
import { callOperation } from './operations.ts'

// The key has the scope `kb`.
const otherOperation = 'agents'

type ScopedToggle = {
  readonly key: IssuedKey
  /** The use of another operation before the key was disabled. */
  readonly before: Exchange | undefined
  readonly disabling: Exchange
  readonly enabling: Exchange
  /** The same use as before, once the key authenticates again. */
  readonly after: Exchange | undefined
  /** The listed record at the end. */
  readonly record: JsonObject | undefined
}

/** Disables a key with a scope, and enables it again. */
export const scopedToggle = (session: TestSession): Promise<ScopedToggle> =>
  session.once('disabling a key with a scope', async () => {
    const key = await issuedKey(session, 'toggled-scope')
    const use = () => tryCredential(session, key.value)
    const before = await callOperation(session, otherOperation, key.value)
    const disabling = await setActive(session, key.id, false)
    await pollUntil(session, use, isRefusal, {
      ms: isAccepted(disabling) ? session.grace : 0,
      effect: 'a disabled key is refused',
    })
    const enabling = await setActive(session, key.id, true)
    await pollUntil(session, use, isKnown, {
      ms: isAccepted(enabling) ? session.grace : 0,
      effect: keyAccepted,
    })
    const after = await callOperation(session, otherOperation, key.value)
    const { item: record } = await listedKey(session, { id: key.id })
    return { key, before, disabling, enabling, after, record }
  })
