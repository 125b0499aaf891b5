import type { ActiveCheck } from '../check.ts'
import type { Lab } from '../lab.ts'
import { control, isAccepted, must, skip } from '../must.ts'
import { deletedKey } from '../setup/key-states.ts'

const shared = { plan: 'core', needs: ['user'], level: 'must' } as const

/** A deleted key in use, once it has been shown that the key worked before. */
async function deleted(lab: Lab) {
  const passage = await deletedKey(lab)
  if (passage.change === undefined) skip('no route that deletes a key was found')
  control(isAccepted(passage.before), `the key did not work before (${passage.before.status})`)
  return passage
}

/** The permanent deletion of keys (3, 4.1, 5.R7). */
export const keyDeletionChecks: readonly ActiveCheck[] = [
  {
    ...shared,
    id: 'keys.deletion-route',
    level: 'observe',
    rule: 'keys.deletion-exists',
    sees: ['keys.delete-operation'],
    run: async (lab) => {
      const { change } = await deletedKey(lab)
      return change ? { route: change.route, status: change.exchange.status } : { route: null }
    },
  },
  {
    ...shared,
    id: 'keys.deleted-is-rejected',
    rule: 'keys.delete',
    run: async (lab) => must.refuse((await deleted(lab)).after),
  },
  {
    ...shared,
    id: 'keys.deleted-is-an-invalid-token',
    rule: 'credentials.deleted',
    sees: ['auth.deleted-key-code'],
    run: async (lab) => must.code((await deleted(lab)).after, 'invalid_token'),
  },
  {
    ...shared,
    id: 'keys.deleted-is-not-listed',
    rule: 'keys.delete',
    run: async (lab) => {
      const { record, change } = await deleted(lab)
      must.holds(record === undefined, 'no such key in the list', 'its record', change?.exchange)
    },
  },
]
