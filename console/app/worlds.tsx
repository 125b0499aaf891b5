import { useState } from 'preact/hooks'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Table } from '../ui/table.tsx'
import { go, hrefOf, place } from './location.ts'
import { MakeWorld } from './make-world.tsx'
import { usePlatform } from './platform.ts'
import { useAnswer } from './use-answer.ts'
import type { WorldOutline } from './world-outline.ts'

/**
 * The worlds of the server: which one the page shows, and to open, make and delete them. Of more than
 * `most`, those that were used last are shown.
 */
export function Worlds({ most }: { readonly most: number }) {
  const { control, world: current = 'default' } = usePlatform()
  const { answer, error, again } = useAnswer(
    (signal) => control.get<{ worlds: WorldOutline[] }>('worlds', signal),
    [control],
  )
  const [leaving, setLeaving] = useState<string>()
  const [problem, setProblem] = useState<Error>()
  async function remove(name: string) {
    try {
      await control.send('DELETE', `worlds/${encodeURIComponent(name)}`)
      setProblem(undefined)
      if (name === current) go('', { world: undefined })
    } catch (refusal) {
      setProblem(refusal as Error)
    }
    setLeaving(undefined)
    again()
  }

  const all = answer?.worlds.toReversed() ?? []
  const others = all.length - most
  const failed = problem ?? error
  return (
    <div class="stack">
      {failed !== undefined && <Notice tone="bad">{failed.message}</Notice>}
      <Table
        caption="Worlds of this server"
        rows={all.slice(0, most)}
        keyOf={({ name }) => name}
        marked={current}
        columns={[
          {
            label: 'World',
            cell: ({ name }) => (
              <a
                href={hrefOf(place.value.path, { world: name === 'default' ? undefined : name })}
                aria-current={name === current ? 'true' : undefined}
              >
                {name}
              </a>
            ),
          },
          { label: 'Fixture', cell: ({ fixture }) => fixture },
          { label: 'Plays', cell: ({ profile }) => profile },
          { label: 'Used', cell: (world) => <Use {...world} /> },
          {
            label: 'Delete',
            hideLabel: true,
            cell: ({ name }) =>
              name === 'default' ? null : name === leaving ? (
                <span class="row row-middle">
                  <Button
                    kind="danger"
                    label={`Delete ${name} for good`}
                    onClick={() => remove(name)}
                  >
                    For good
                  </Button>
                  <Button kind="quiet" onClick={() => setLeaving(undefined)}>
                    Keep
                  </Button>
                </span>
              ) : (
                <Button kind="quiet" label={`Delete ${name}`} onClick={() => setLeaving(name)}>
                  Delete
                </Button>
              ),
          },
        ]}
      />
      {others > 0 && <p class="faint small">And {others} more, last used before these.</p>}
      <MakeWorld />
    </div>
  )
}

function Use({ streams, idle_ms: idle, ttl_ms: ttl, time }: WorldOutline) {
  return (
    <>
      {ago(idle)}
      {streams > 0 && <> · {streams === 1 ? '1 stream' : `${streams} streams`}</>}
      {ttl !== null && <> · ends after {spell(ttl)}</>}
      {time.frozen && (
        <>
          {' '}
          <Badge tone="warn">frozen</Badge>
        </>
      )}
    </>
  )
}

const ago = (ms: number) => (ms < 5000 ? 'now' : `${spell(ms)} ago`)

function spell(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.round(ms / 1000)} s`
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
