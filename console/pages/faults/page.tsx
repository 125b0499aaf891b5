import { FaultForm } from './fault-form.tsx'
import './faults.css'
import type { FaultInput } from '../../../contract/fault.ts'
import { usePlatform } from '../../app/platform.ts'
import { refreshWorldStatus, isFaultUsedUp, useWorldStatus } from '../../control/world-status.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { ErrorNotice, Badge, EmptyState, Notice } from '../../ui/feedback.tsx'
import { useRef, useState } from 'preact/hooks'
import type { FaultStatus } from '../../../contract/control/worlds.ts'
import { host } from '../../app/host.ts'
import { hrefOf } from '../../app/location.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { describeEffect, describeMatch } from './describe-fault.ts'

const faultScope = host.isProxy === true ? 'proxy' : 'world'

/** Shows the faults of the world, and forms to add faults. */
export function FaultsPage() {
  const refused = useWorldStatus()?.proxy?.faults_refused
  return (
    <>
      <p class="faint">
        A fault is an injected failure: a late, wrong or missing response, or a broken stream.
        {faultScope === 'world' && ' Resetting the world removes all faults.'}
      </p>
      {refused == null ? (
        <>
          <FaultTable />
          <FaultPresets />
          <FaultForm />
        </>
      ) : (
        <Notice tone="warn">{refused}</Notice>
      )}
    </>
  )
}

/** Common faults, grouped by what breaks. */
const commonFaults: Readonly<Record<string, Readonly<Record<string, FaultInput>>>> = {
  Streams: {
    'The next turn is cut': {
      match: { endpoint: 'chat.*' },
      times: 1,
      effect: { stream: { cut: { after_event: 5 } } },
    },
    'Each third turn is cut': {
      match: { endpoint: 'chat.*', every: 3 },
      effect: { stream: { cut: { after_event: 5 } } },
    },
    'The next turn stalls for 40 s': {
      match: { endpoint: 'chat.*' },
      times: 1,
      effect: { stream: { stall: { after_event: 3, for: '40s' } } },
    },
    'Turns have a malformed event': {
      match: { endpoint: 'chat.*' },
      effect: { stream: { malform: { event: 4, as: 'json' } } },
    },
    'Turns do not end': {
      match: { endpoint: 'chat.*' },
      effect: { stream: { without_end: true } },
    },
  },
  Errors: {
    'Every call fails with 500': { effect: { error: { code: 'internal_error' } } },
    'One call in ten fails': {
      match: { probability: 0.1 },
      effect: { error: { code: 'internal_error' } },
    },
    'Turns are rate limited': {
      match: { endpoint: 'chat.*' },
      effect: { error: { code: 'rate_limit_exceeded', retry_after: 30 } },
    },
  },
  Network: {
    'Every call is slow': { effect: { latency: { from: '1s', to: '3s' } } },
    'Nothing reaches the server': { effect: { connection: 'refused' } },
    'The next response is lost': { times: 1, effect: { connection: 'reset' } },
    'Bodies break off': { effect: { body: { truncate: 25 } } },
  },
}

/** Buttons that each add a common fault with one press. */
function FaultPresets() {
  const { control } = usePlatform()
  const mutation = useMutation()
  const add = (about: string, fault: FaultInput) =>
    mutation.run(async () => {
      await control.call('POST faults', { body: { about, ...fault } })
      await refreshWorldStatus(control)
    })
  return (
    <section class="card stack" aria-labelledby="fault-presets">
      <h2 id="fault-presets">Add with one press</h2>
      <div class="faults-presets">
        {Object.entries(commonFaults).map(([group, presets]) => (
          <div key={group} class="stack" role="group" aria-label={group}>
            <h3>{group}</h3>
            <div class="button-rows">
              {Object.entries(presets).map(([about, fault]) => (
                <Button key={about} onClick={() => add(about, fault)}>
                  <Icon name="plus" />
                  {about}
                </Button>
              ))}
            </div>
          </div>
        ))}
      </div>
      <ErrorNotice message={mutation.error} />
    </section>
  )
}

/** Lists all faults of the world, with how often each fault matched a call and was applied. */
function FaultTable() {
  const { control } = usePlatform()
  const status = useWorldStatus()
  const mutation = useMutation()
  const [removed, setRemoved] = useState<readonly FaultStatus[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  if (status === undefined) return null
  const { faults } = status
  const remove = (request: Promise<void>, removedFaults: readonly FaultStatus[]) =>
    mutation.run(async () => {
      await request
      setRemoved(removedFaults.filter((fault) => !isFaultUsedUp(fault)))
      await refreshWorldStatus(control)
      // The pressed button has disappeared, so the focus moves to the heading.
      heading.current?.focus()
    })
  const undo = () =>
    mutation.run(async () => {
      await control.call('POST faults', { body: removed.map(toFaultInput) })
      setRemoved([])
      await refreshWorldStatus(control)
      heading.current?.focus()
    })
  const active = faults.filter((fault) => !isFaultUsedUp(fault))
  const columns: readonly Column<FaultStatus>[] = [
    { label: 'Fault', cell: ({ id, about }) => <FaultName id={id} about={about} /> },
    { label: 'Effect', cell: describeEffect },
    { label: 'Applies to', cell: describeMatch },
    { label: 'Matched', numeric: true, cell: ({ met }) => met },
    { label: 'Applied', numeric: true, cell: (fault) => <AppliedCell fault={fault} /> },
    {
      label: 'State',
      cell: (fault) =>
        isFaultUsedUp(fault) ? <Badge>used up</Badge> : <Badge tone="warn">active</Badge>,
    },
    {
      label: 'Remove',
      hideLabel: true,
      cell: (fault) => (
        <Button
          kind="danger"
          label={`Remove ${fault.id}`}
          onClick={() =>
            remove(control.call('DELETE faults/{id}', { params: { id: fault.id } }), [fault])
          }
        >
          Remove
        </Button>
      ),
    },
  ]
  return (
    <section class="card stack" aria-labelledby="faults-now">
      <div class="row row-middle">
        <h2 id="faults-now" tabIndex={-1} ref={heading}>
          In this {faultScope}
        </h2>
        {faults.length > 1 && (
          <span class="push">
            <Button
              kind="danger"
              busy={mutation.busy}
              onClick={() => remove(control.call('DELETE faults'), faults)}
            >
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
        caption={`Faults of this ${faultScope}`}
        columns={columns}
        // Faults that are used up no longer matter, so they come last.
        rows={[...active, ...faults.filter(isFaultUsedUp)]}
        keyOf={({ id }) => id}
        stacks
        empty={<EmptyState title="No faults">Every call gets a normal response.</EmptyState>}
      />
    </section>
  )
}

/** Returns the input that adds a removed fault again, for as many calls as it had left. */
const toFaultInput = ({ met: _, struck, times, ...fault }: FaultStatus) => ({
  ...fault,
  ...(times !== undefined && { times: fault.per === undefined ? times - struck : times }),
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
