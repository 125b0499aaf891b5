import type { JournalLine, JournalRecord } from '../../../contract/control/journal.ts'
import type { ControlClient } from '../../control/client.ts'
import { downloadJson } from '../../ui/download-file.ts'

/** So many details are requested at the same time. */
const atOnce = 20

/**
 * Saves everything that the journal knows about calls as a JSON file, the oldest call first. Secrets
 * are masked in it. Throws a `ControlError` if a call is no longer in the journal.
 */
export async function exportCalls(
  control: ControlClient,
  calls: readonly JournalLine[],
): Promise<void> {
  const entries: JournalRecord[] = []
  const left = calls.map(({ number }) => number).toReversed()
  while (left.length > 0) {
    const details = left
      .splice(0, atOnce)
      .map((number) => control.get<JournalRecord>(`journal/${number}`))
    entries.push(...(await Promise.all(details)))
  }
  const text = JSON.stringify({ entries }, undefined, 2)
  downloadJson(text, 'journal.json')
}
