import { describe, expectTypeOf, it } from 'vitest'
import type * as directed from '../console/pages/director/answers.ts'
import type * as shown from '../console/control/answers.ts'
import type { ActiveChoice } from '../mocks/control/choices.ts'
import type { WorldTime } from '../mocks/control/clock.ts'
import type { DirectorState } from '../mocks/control/director.ts'
import type { listFaults } from '../mocks/control/faults.ts'
import type { StoredRecord } from '../mocks/control/records.ts'
import type { JournalRecord, JournalLine } from '../recording/journal-record.ts'
import type { CoverageReport } from '../recording/coverage-report.ts'

describe('what the page reads of the control API', () => {
  it('is what the control API answers', () => {
    expectTypeOf<JournalLine>().toExtend<shown.CallLine>()
    expectTypeOf<JournalRecord>().toExtend<shown.CallRecord>()
    expectTypeOf<ActiveChoice>().toExtend<shown.ChoiceInEffect>()
    expectTypeOf<CoverageReport>().toExtend<shown.CoverageReport>()
    expectTypeOf<DirectorState>().toExtend<directed.DirectorState>()
    expectTypeOf<StoredRecord>().toExtend<shown.StoredRecord>()
    expectTypeOf<WorldTime>().toExtend<shown.WorldTime>()
    expectTypeOf<ReturnType<typeof listFaults>[number]>().toExtend<shown.NamedFault>()
  })
})
