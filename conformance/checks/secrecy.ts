import type { Check } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { show } from '../json.ts'
import type { Lab } from '../lab.ts'
import { control, each, must, skip } from '../must.ts'
import { fullValue, keysMade } from '../setup/keys.ts'

/** The full value of every key that was created, and the replies that came after its creation. */
function laterReplies(lab: Lab) {
  return keysMade(lab.exchanges).flatMap((creation) => {
    const value = fullValue(creation.json)?.value
    if (typeof value !== 'string') return []
    const later = lab.exchanges.slice(lab.exchanges.indexOf(creation) + 1)
    return [{ value, later }]
  })
}

function leaks({ ask, status, text, events }: Exchange, value: string): boolean {
  // A 422 may repeat the input of its own request.
  if (status === 422 && show(ask.body).includes(value)) return false
  return text.includes(value) || events.some(({ data }) => data.includes(value))
}

/** What must appear nowhere in a run; it reads what all other checks have seen. */
export const secrecyChecks: readonly Check[] = [
  {
    id: 'keys.full-value-is-shown-once',
    level: 'must',
    rule: 'key-record.shown-once',
    plan: 'core',
    needs: ['user'],
    run: async (lab) => {
      const keys = laterReplies(lab)
      if (keys.length === 0) skip('no key was created')
      await each(keys, ({ value, later }) => {
        const leak = later.find((exchange) => leaks(exchange, value))
        must.holds(leak === undefined, 'no full key after its creation', 'a full key', leak)
        control(!later.some(({ excess }) => excess !== undefined), 'some answers were cut')
      })
    },
  },
]
