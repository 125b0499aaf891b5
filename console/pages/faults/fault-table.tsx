import { usePlatform } from '../../app/platform.ts'
import type { NamedFault } from '../../control/answers.ts'
import { Refusal } from '../../control/refusal.tsx'
import { isSpent, lookAtSteered, useSteered } from '../../control/steered.ts'
import { useAct } from '../../control/use-act.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { sayEffect, sayMatch } from './say-fault.ts'

/** All faults of the world, with how often each was met and struck. */
export function FaultTable() {
  const { control } = usePlatform()
  const steered = useSteered()
  const act = useAct()
  if (steered === undefined) return null
  const { faults } = steered
  const remove = (path: string) =>
    act.run(async () => {
      await control.send('DELETE', path)
      await lookAtSteered(control)
    })
  const columns: readonly Column<NamedFault>[] = [
    { label: 'Fault', cell: ({ id, about }) => <FaultName id={id} about={about} /> },
    { label: 'What happens', cell: sayEffect },
    { label: 'Whom it strikes', cell: sayMatch },
    { label: 'Met', numeric: true, cell: ({ met }) => met },
    { label: 'Struck', numeric: true, cell: ({ struck }) => struck },
    {
      label: 'Stands',
      cell: (fault) => (isSpent(fault) ? <Badge>spent</Badge> : <Badge tone="warn">active</Badge>),
    },
    {
      label: 'Remove',
      cell: ({ id }) => (
        <Button
          kind="danger"
          label={`Remove ${id}`}
          onClick={() => remove(`faults/${encodeURIComponent(id)}`)}
        >
          Remove
        </Button>
      ),
    },
  ]
  return (
    <section class="stack" aria-labelledby="faults-now">
      <div class="row row-middle">
        <h2 id="faults-now">In this world</h2>
        {faults.length > 1 && (
          <span class="push">
            <Button kind="danger" busy={act.busy} onClick={() => remove('faults')}>
              Remove all
            </Button>
          </span>
        )}
      </div>
      <Refusal words={act.refusal} />
      <Table
        caption="Faults of this world"
        columns={columns}
        rows={faults}
        keyOf={({ id }) => id}
        empty={<Empty title="No faults">Every call is answered as the platform would.</Empty>}
      />
    </section>
  )
}

const FaultName = ({ id, about }: { readonly id: string; readonly about: string | undefined }) => (
  <>
    <code>{id}</code>
    {about !== undefined && <div class="faint small">{about}</div>}
  </>
)
