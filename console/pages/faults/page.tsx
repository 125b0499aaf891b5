import { FaultForm } from './fault-form.tsx'
import './faults.css'
import { usePlatform } from '../../app/platform.ts'
import type { NamedFault } from '../../control/answers.ts'
import { ErrorNotice, Badge, EmptyState } from '../../ui/feedback.tsx'
import { isSpent, refreshWorldStatus, useWorldStatus } from '../../control/world-status.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { describeEffect, describeMatch } from './describe-fault.ts'

/** The failures that are put into the answers of the world: all there are, and a form for more. */
export const FaultsPage = () => (
  <>
    <p class="faint">
      A fault is a failure that you ask for: an answer that is late, wrong or missing, a stream that
      breaks. Resetting the world takes all of them away.
    </p>
    <FaultTable />
    <FaultForm />
  </>
)

/** All faults of the world, with how often each was met and struck. */
export function FaultTable() {
  const { control } = usePlatform()
  const steered = useWorldStatus()
  const act = useMutation()
  if (steered === undefined) return null
  const { faults } = steered
  const remove = (path: string) =>
    act.run(async () => {
      await control.send('DELETE', path)
      await refreshWorldStatus(control)
    })
  const columns: readonly Column<NamedFault>[] = [
    { label: 'Fault', cell: ({ id, about }) => <FaultName id={id} about={about} /> },
    { label: 'What happens', cell: describeEffect },
    { label: 'Whom it strikes', cell: describeMatch },
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
      <ErrorNotice message={act.error} />
      <Table
        caption="Faults of this world"
        columns={columns}
        rows={faults}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No faults">Every call is answered as the platform would.</EmptyState>
        }
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
