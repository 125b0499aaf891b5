import { expect, it } from 'vitest'
import { checkOfCall } from '../../console/pages/journal/check-of-call.ts'
import type { JournalRecord } from '../../contract/control/journal.ts'

/** The expectations of the test for a call whose response has this body. */
function expectationsFor(text: string): string {
  const call = {
    method: 'GET',
    path: '/api/own',
    query: '',
    status: 200,
    code: null,
    faults: [],
    stream: null,
    request: { headers: {}, body: null },
    response: { body: { text, length: text.length } },
  } satisfies Partial<JournalRecord> as unknown as JournalRecord
  return checkOfCall(call, { runner: 'vitest', root: 'http://platform.test', world: undefined })
}

it.each(['null', '7', 'true', '"seven"'])(
  'a test that the journal page writes from a call expects the recorded body %s, also if it is no object',
  (text) => {
    expect(expectationsFor(text)).toContain(`expect(await response.json()).toEqual(${text})`)
  },
)
