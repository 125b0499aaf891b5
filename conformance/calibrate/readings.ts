import { eventReadings } from './event-readings.ts'
import { errorReadings } from './error-readings.ts'
import { recordReadings } from './record-readings.ts'
import type { ChoiceId } from '../../contract/choices.ts'
import type { Reading } from './observer.ts'

/** Choices that any response can show, so that differences between operations become visible. */
export const readings: { readonly [Id in ChoiceId]?: Reading<Id> } = {
  ...errorReadings,
  ...recordReadings,
  ...eventReadings,
}
