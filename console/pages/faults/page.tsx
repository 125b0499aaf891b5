import { FaultForm } from './fault-form.tsx'
import './faults.css'
import { usePlatform } from '../../app/platform.ts'
import type { FaultStatus } from '../../../contract/control/worlds.ts'
import { ErrorNotice, Badge, EmptyState } from '../../ui/feedback.tsx'
import { isSpent, refreshWorldStatus, useWorldStatus } from '../../control/world-status.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { describeEffect, describeMatch } from './describe-fault.ts'

/** The injected failures of the world, and a form to add one. */
export const FaultsPage = () => (
  <>
    <p class="faint">
      A fault is an injected failure: a late, wrong or missing response, or a broken stream.
      Resetting the world removes all faults.
    </p>
    <FaultTable />
    <FaultForm />
  </>
)

/** All faults of the world, with how often each matched a call and was applied. */
export function FaultTable() {
  const { control } = usePlatform()
  const status = useWorldStatus()
  const mutation = useMutation()
  if (status === undefined) return null
  const { faults } = status
  const remove = (path: string) =>
    mutation.run(async () => {
      await control.send('DELETE', path)
      await refreshWorldStatus(control)
    })
  const columns: readonly Column<FaultStatus>[] = [
    { label: 'Fault', cell: ({ id, about }) => <FaultName id={id} about={about} /> },
    { label: 'Effect', cell: describeEffect },
    { label: 'Applies to', cell: describeMatch },
    { label: 'Matched', numeric: true, cell: ({ met }) => met },
    { label: 'Applied', numeric: true, cell: ({ struck }) => struck },
    {
      label: 'State',
      cell: (fault) =>
        isSpent(fault) ? <Badge>used up</Badge> : <Badge tone="warn">active</Badge>,
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
            <Button kind="danger" busy={mutation.busy} onClick={() => remove('faults')}>
              Remove all
            </Button>
          </span>
        )}
      </div>
      <ErrorNotice message={mutation.error} />
      <Table
        caption="Faults of this world"
        columns={columns}
        rows={faults}
        keyOf={({ id }) => id}
        empty={<EmptyState title="No faults">Every call gets a normal response.</EmptyState>}
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
