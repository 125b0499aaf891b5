import { useState } from 'preact/hooks'
import { place } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { Refusal } from '../../control/refusal.tsx'
import { useAct } from '../../control/use-act.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Tone } from '../../ui/tone.ts'
import { mentions } from './call-log.ts'
import { CallPane } from './call-pane.tsx'
import { CallTable } from './call-table.tsx'
import { CallFilter } from './call-filter.tsx'
import { type Journal, useJournal } from './use-journal.ts'
import './journal.css'

/** What the world was asked, as it happens, and all there is of one call. */
export function JournalPage() {
  const { control } = usePlatform()
  const { params } = place.value
  const [turn, setTurn] = useState(0)
  const journal = useJournal(filterIn(params), turn)
  const [held, setHeld] = useState<Journal>()
  const act = useAct()
  const { calls, lost } = held ?? journal
  const matching = calls.filter((call) => mentions(call, params.get('text') ?? ''))
  const current = params.get('call') ?? undefined

  async function forget() {
    await act.run(() => control.send('DELETE', 'journal'))
    setHeld(undefined)
    setTurn(turn + 1)
  }

  return (
    <div class="journal" data-open={current === undefined ? undefined : ''}>
      <div class="stack journal-list">
        <CallFilter />
        <div class="row row-middle">
          <Live journal={journal} held={held !== undefined} />
          <span class="small faint">{sayCount(matching.length)}</span>
          <span class="push row">
            <Button
              pressed={held !== undefined}
              onClick={() => setHeld(held === undefined ? journal : undefined)}
            >
              Hold
            </Button>
            <Button kind="danger" busy={act.busy} onClick={forget}>
              Forget all
            </Button>
          </span>
        </div>
        <Refusal words={journal.refusal ?? act.refusal} />
        {lost > 0 && <p class="small faint">{lost} older calls are not shown.</p>}
        {journal.refusal === undefined && <CallTable calls={matching} current={current} />}
      </div>
      {current !== undefined && (
        <CallPane
          key={current}
          number={current}
          line={calls.find(({ number }) => String(number) === current)}
        />
      )}
    </div>
  )
}

/** What of the filter the server does; a text is looked for here. */
function filterIn(params: URLSearchParams): string {
  const given = ['endpoint', 'status'].flatMap((name) => {
    const value = params.get(name)
    return value === null || value === '' ? [] : [[name, value]]
  })
  return new URLSearchParams(given).toString()
}

const sayCount = (count: number) => (count === 1 ? '1 call' : `${count} calls`)

const states: Readonly<Record<Journal['state'], readonly [Tone, string]>> = {
  connecting: ['plain', 'connecting …'],
  live: ['good', 'live'],
  lost: ['warn', 'connecting again …'],
  refused: ['bad', 'refused'],
}

function Live({ journal, held }: { readonly journal: Journal; readonly held: boolean }) {
  const [tone, words] = held ? (['warn', 'held'] as const) : states[journal.state]
  return (
    <span role="status">
      <Badge tone={tone}>{words}</Badge>
    </span>
  )
}
