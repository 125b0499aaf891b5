import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { showTourStep, tourSteps } from '../../app/tour.tsx'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Timestamp } from '../../ui/text.tsx'
import type { RecordPage, ScenarioList, StoredRecord } from '../../../contract/control/worlds.ts'
import { shorten } from '../../../contract/shorten.ts'

/** What this is, three things to try, and the turns that were asked for last. */
export function Introduction() {
  const { hasControl } = usePlatform()
  return (
    <section class="card stack" aria-labelledby="what">
      <h2 id="what">A stand-in for the Agent Platform</h2>
      <p>
        Understudy answers like the platform: it streams scripted answers, keeps its data, and
        breaks when you ask it to.
      </p>
      {hasControl && <ThingsToTry />}
      {hasControl && <RecentTurns />}
    </section>
  )
}

function ThingsToTry() {
  const { data } = useQuery<ScenarioList>('scenarios')
  const names = new Set(data?.scenarios.map(({ name }) => name))
  // A server with scripts of its own may not have those of the tour.
  const isComplete = tourSteps.every(({ script }) => names.has(script))
  if (!isComplete) return null
  return (
    <>
      <ol class="start-steps">
        {tourSteps.map(({ title, text, script }) => (
          <li key={script}>
            <a href={hrefOf('chat', { script })}>{title}</a>
            <span class="small faint">{text}</span>
          </li>
        ))}
      </ol>
      <p>
        <Button onClick={() => showTourStep(0)}>Take the tour</Button>
      </p>
    </>
  )
}

const mostTurns = 5

function RecentTurns() {
  const { data } = useQuery<RecordPage<StoredRecord>>(`records/messages?size=${mostTurns * 4}`)
  const questions = (data?.items ?? [])
    .filter((message) => message['role'] === 'user')
    .toSorted((a, b) => String(b['created_at']).localeCompare(String(a['created_at'])))
  if (questions.length === 0) return null
  return (
    <>
      <h3>Recent turns</h3>
      <ul class="start-turns" aria-label="Recent turns">
        {questions.slice(0, mostTurns).map((message) => (
          <li key={message.id}>
            <a href={hrefOf('chat', { conversation: String(message['conversation_id']) })}>
              {shorten(String(message['content']), 120)}
            </a>
            <span class="small faint">
              <Timestamp iso={String(message['created_at'])} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
