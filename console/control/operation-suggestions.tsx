import type { CoverageReport } from '../../contract/control/journal.ts'
import { useQuery } from './hooks.ts'

const patterns = ['chat.*', 'chat.react', 'chat.dag', 'chat.auto', 'chat.resume', 'GET /api/*']

/** A datalist of the platform's operations, for an input that refers to its id. */
export function OperationSuggestions({ id }: { readonly id: string }) {
  const { data } = useQuery<CoverageReport>('coverage')
  const { exercised = [], never = [] } = data?.endpoints ?? {}
  const operations = [...exercised.map(({ name }) => name), ...never].toSorted()
  return (
    <datalist id={id}>
      {[...patterns, ...operations].map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  )
}
