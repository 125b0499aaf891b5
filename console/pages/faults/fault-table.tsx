import { useState } from 'preact/hooks'
import type { FaultStatus } from '../../../contract/control/worlds.ts'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { isSpent, refreshWorldStatus, useWorldStatus } from '../../control/world-status.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, EmptyState, ErrorNotice, Notice } from '../../ui/feedback.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { describeEffect, describeMatch } from './describe-fault.ts'

/** All faults of the world, with how often each matched a call and was applied. */
export function FaultTable() {
  const { control } = usePlatform()
  const status = useWorldStatus()
  const mutation = useMutation()
  const [removed, setRemoved] = useState<readonly FaultStatus[]>([])
  if (status === undefined) return null
  const { faults } = status
  const remove = (path: string, gone: readonly FaultStatus[]) =>
    mutation.run(async () => {
      await control.send('DELETE', path)
      setRemoved(gone.filter((fault) => !isSpent(fault)))
      await refreshWorldStatus(control)
    })
  const undo = () =>
    mutation.run(async () => {
      await control.send('POST', 'faults', removed.map(toInput))
      setRemoved([])
      await refreshWorldStatus(control)
    })
  const active = faults.filter((fault) => !isSpent(fault))
  const columns: readonly Column<FaultStatus>[] = [
    { label: 'Fault', cell: ({ id, about }) => <FaultName id={id} about={about} /> },
    { label: 'Effect', cell: describeEffect },
    { label: 'Applies to', cell: describeMatch },
    { label: 'Matched', numeric: true, cell: ({ met }) => met },
    { label: 'Applied', numeric: true, cell: (fault) => <AppliedCell fault={fault} /> },
    {
      label: 'State',
      cell: (fault) =>
        isSpent(fault) ? <Badge>used up</Badge> : <Badge tone="warn">active</Badge>,
    },
    {
      label: 'Remove',
      cell: (fault) => (
        <Button
          kind="danger"
          label={`Remove ${fault.id}`}
          onClick={() => remove(`faults/${encodeURIComponent(fault.id)}`, [fault])}
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
            <Button kind="danger" busy={mutation.busy} onClick={() => remove('faults', faults)}>
              Remove all
            </Button>
          </span>
        )}
      </div>
      <ErrorNotice message={mutation.error} />
      {removed.length > 0 && (
        <Notice tone="plain">
          {removed.length === 1
            ? `Removed ${removed[0]?.id}.`
            : `Removed ${removed.length} faults.`}{' '}
          <Button kind="quiet" busy={mutation.busy} onClick={undo}>
            Undo
          </Button>
        </Notice>
      )}
      <Table
        caption="Faults of this world"
        columns={columns}
        // What is used up no longer matters, so it comes last.
        rows={[...active, ...faults.filter(isSpent)]}
        keyOf={({ id }) => id}
        empty={<EmptyState title="No faults">Every call gets a normal response.</EmptyState>}
      />
    </section>
  )
}

/** The input that adds a removed fault again, for as many calls as were left. */
const toInput = ({ met: _, struck, times, ...fault }: FaultStatus) => ({
  ...fault,
  ...(times !== undefined && { times: times - struck }),
})

const AppliedCell = ({ fault: { id, struck } }: { readonly fault: FaultStatus }) => (
  <>
    {struck}{' '}
    {struck > 0 && (
      <a href={hrefOf('journal', { fault: id })} aria-label={`show the calls of ${id}`}>
        show
      </a>
    )}
  </>
)

const FaultName = ({ id, about }: { readonly id: string; readonly about: string | undefined }) => (
  <>
    <code>{id}</code>
    {about !== undefined && <div class="faint small">{about}</div>}
  </>
)
