import type { CoverageReport } from './answers.ts'
import { useQuery } from './hooks.ts'

const patterns = ['chat.*', 'chat.react', 'chat.dag', 'chat.auto', 'chat.resume', 'GET /api/*']

/** The operations of the platform, as an input that names this list by its id suggests them. */
export function OperationSuggestions({ id }: { readonly id: string }) {
  const { data: answer } = useQuery<CoverageReport>('coverage')
  const { exercised = [], never = [] } = answer?.endpoints ?? {}
  const operations = [...exercised.map(({ name }) => name), ...never].toSorted()
  return (
    <datalist id={id}>
      {[...patterns, ...operations].map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  )
}
