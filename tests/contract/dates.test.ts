import { expect, it } from 'vitest'
import { canonicalDate } from '../../contract/canonical-date.ts'
import { moment as ownMoment } from '../../contract/duration.ts'
import { moment } from '../../contract/operations/fields.ts'

it.each(['2026-02-30', '2026-04-31', '2027-02-29T08:00:00Z', '2026-13-01'])(
  'the day of %s does not exist and is refused',
  (date) => {
    expect(moment.safeParse(date).success).toBe(false)
    expect(ownMoment.safeParse(date).success).toBe(false)
    expect(canonicalDate(date)).toBeUndefined()
  },
)

it.each(['2028-02-29', '2026-11-21T24:00:00Z', '0001-01-01T00:00:00Z'])(
  'the day of %s exists and is accepted',
  (date) => {
    expect(moment.safeParse(date).success).toBe(true)
    expect(ownMoment.safeParse(date).success).toBe(true)
    expect(canonicalDate(date)).toBe(new Date(date).toISOString())
  },
)
