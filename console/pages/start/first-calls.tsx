import { callOf } from '../../../contract/control/call.ts'
import { hrefOf } from '../../app/location.ts'
import { usePolling, useQuery } from '../../control/hooks.ts'
import { useWorldNow } from '../../control/world-status.ts'
import { StatusBadge } from '../../ui/feedback.tsx'
import { pathInWorld } from '../../ui/format.ts'
import { Ago } from '../../ui/time.tsx'

/** Milliseconds between two looks for new calls. */
const pollInterval = 2000
const mostCalls = 6

/** The newest calls of the world, as they arrive: a developer sees here that an app is connected. */
export function FirstCalls() {
  const { data, refetch } = useQuery(callOf('GET journal', { query: { limit: mostCalls } }))
  usePolling(refetch, pollInterval)
  const now = useWorldNow()
  const entries = data?.entries.toReversed() ?? []
  return (
    <section class="card stack" aria-labelledby="calls">
      <header class="row row-middle">
        <h2 id="calls">Calls of your app</h2>
        {entries.length > 0 && (
          <a class="push small" href={hrefOf('journal')}>
            All {data?.calls}
          </a>
        )}
      </header>
      {entries.length === 0 ? (
        <p class="start-waiting faint small" role="status">
          Point your app at the base URL. Its first call appears here.
        </p>
      ) : (
        <ol class="start-list" aria-label="Newest calls">
          {entries.map(({ number, method, path, status, time }) => (
            <li key={number}>
              <a href={hrefOf('journal', { call: String(number) })}>
                <code>
                  <span class="faint">{method}</span> {pathInWorld(path)}
                </code>
              </a>
              <StatusBadge status={status} />
              <span class="small faint">
                <Ago iso={time} now={now} />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
