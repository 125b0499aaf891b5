import type { Exchange } from '../exchange.ts'
import { eventually } from '../eventually.ts'
import type { JsonObject } from '../json.ts'
import type { Lab } from '../lab.ts'
import { isAccepted, isRefusal } from '../must.ts'
import { bearer } from './credentials.ts'
import { deleteKey } from './deletion.ts'
import type { Deletion } from './deletion.ts'
import { issuedKey, listedKey, setActive, tryCredential } from './keys.ts'
import type { IssuedKey, Purpose } from './keys.ts'

/** A key on its way into a state: used before, changed, used after, and looked up. */
export type Passage<Change> = {
  readonly key: IssuedKey
  /** The key in use before: the positive control of every later refusal. */
  readonly before: Exchange
  readonly change: Change
  /** The key in use after, polled until the change shows or the grace is over. */
  readonly after: Exchange
  /** How long (ms) the change took to show. */
  readonly delay: number
  readonly record: JsonObject | undefined
}

/** A throwaway key, disabled; `again` is what a second disabling answers. */
export const disabledKey = (lab: Lab): Promise<Passage<Exchange> & { readonly again: Exchange }> =>
  lab.once('the disabling of a key', async () => {
    const passage = await pass(lab, 'toggled', isRefusal, ({ id }) => setActive(lab, id, false))
    return { ...passage, again: await setActive(lab, passage.key.id, false) }
  })

/** The disabled key, enabled again. */
export const enabledKey = (lab: Lab): Promise<Passage<Exchange>> =>
  lab.once('the enabling of a key', async () => {
    await disabledKey(lab)
    return pass(lab, 'toggled', isAccepted, ({ id }) => setActive(lab, id, true))
  })

/** A throwaway key, deleted; its `change` is undefined where no route for it was found. */
export const deletedKey = (lab: Lab): Promise<Passage<Deletion | undefined>> =>
  lab.once('the deletion of a key', () =>
    pass(lab, 'deleted', isRefusal, ({ id }) => deleteKey(lab, id)),
  )

async function pass<Change>(
  lab: Lab,
  purpose: Purpose,
  shows: (exchange: Exchange) => boolean,
  act: (key: IssuedKey) => Promise<Change>,
): Promise<Passage<Change>> {
  const key = await issuedKey(lab, purpose)
  const use = () => tryCredential(lab, key.value)
  const before =
    shows === isRefusal ? (await eventually(lab, use, isAccepted)).exchange : await use()
  const change = await act(key)
  const { exchange: after, delay } = await eventually(lab, use, shows)
  const { item } = await listedKey(lab, { id: key.id }, await bearer(lab))
  return { key, before, change, after, delay, record: item }
}
