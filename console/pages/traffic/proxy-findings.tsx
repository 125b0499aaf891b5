import { useCallback } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { usePolling, useRequest } from '../../control/hooks.ts'
import { readProxyFindings } from '../../control/proxy-status.ts'
import { useWorldStatus } from '../../control/world-status.ts'
import { EmptyState, ErrorNotice } from '../../ui/feedback.tsx'
import { formatCount } from '../../../contract/format-count.ts'
import { type Column, Table } from '../../ui/table.tsx'
import type { CountedFinding } from '../../../traffic/proxy/findings.ts'

/** Milliseconds between two requests for new findings. */
const pollInterval = 1000

/** What the rules of a proxy have found in its traffic so far. */
export function ProxyFindings() {
  const checks = useWorldStatus()?.proxy?.checks
  if (checks === undefined) return null
  return (
    <section class="stack" aria-labelledby="proxy-findings">
      <h2 id="proxy-findings">Findings</h2>
      {checks ? (
        <LiveFindings />
      ) : (
        <p class="faint">
          This proxy judges nothing. Start it with <code>--check</code> to see here where the
          deployment breaks the specification.
        </p>
      )}
    </section>
  )
}

function LiveFindings() {
  const { control } = usePlatform()
  const read = useCallback((signal: AbortSignal) => readProxyFindings(control, signal), [control])
  const { data, error, refetch } = useRequest(read, [read])
  usePolling(refetch, pollInterval)
  if (data === undefined) return <ErrorNotice message={error} />
  const { judged, findings } = data
  return (
    <>
      <ErrorNotice message={error} />
      <p class="faint small" role="status">
        {formatCount(judged, 'exchange')} judged, {formatCount(findings.length, 'finding')}.
      </p>
      <Table
        caption="Findings in the traffic of this proxy"
        columns={columns}
        rows={findings}
        keyOf={({ rule, operation, message }) => `${rule} ${operation} ${message}`}
        empty={
          <EmptyState title="No rule is broken">
            {judged === 0
              ? 'Calls of the platform are judged when they are over.'
              : 'Each broken rule appears here when it is first seen.'}
          </EmptyState>
        }
      />
    </>
  )
}

const columns: readonly Column<CountedFinding>[] = [
  { label: 'Rule', cell: ({ rule }) => <code>{rule}</code> },
  { label: 'Problem', cell: ({ message }) => message },
  { label: 'Operation', cell: ({ operation }) => operation ?? 'none' },
  { label: 'Exchanges', numeric: true, cell: ({ count }) => count },
  {
    label: 'First call',
    numeric: true,
    cell: ({ first }) => (
      <a href={hrefOf('journal', { call: String(first) })} aria-label={`Call ${first}`}>
        {first}
      </a>
    ),
  },
]
