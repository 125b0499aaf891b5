import { callOf } from '../../contract/control/call.ts'
import { useState, useEffect, useRef } from 'preact/hooks'
import { Badge, Notice } from '../ui/feedback.tsx'
import { Button, ConfirmButton, Icon } from '../ui/button.tsx'
import { describeDuration } from '../ui/describe-time.ts'
import { Table } from '../ui/table.tsx'
import { host } from './host.ts'
import { navigate, hrefOf, pageLocation, worldParam } from './location.ts'
import { usePlatform } from './platform.ts'
import { useMutation, useQuery } from '../control/hooks.ts'
import type { WorldSummary, WorldDetails } from '../../contract/control/worlds.ts'
import { Form, SelectField, TextField } from '../ui/fields.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { isDemo } from './visitor.ts'
import { fixtureNames, knownProfiles } from '../../contract/shipped-names.ts'
import { formatCount } from '../../contract/format-count.ts'

/** Lists the worlds, the last used first. The user can open, create and delete worlds. */
export function WorldList({ limit }: { readonly limit: number }) {
  const { control, world: current = 'default' } = usePlatform()
  const worlds = useQuery(callOf('GET worlds'))
  const deletion = useMutation()
  const place = useRef<HTMLDivElement>(null)
  async function deleteWorld(name: string) {
    const isDone = await deletion.run(() =>
      control.call('DELETE worlds/{name}', { params: { name } }),
    )
    if (isDone && name === current) navigate('', { world: undefined })
    // The pressed button disappears with its row, so the table gets the focus.
    if (isDone) place.current?.querySelector<HTMLElement>('.table')?.focus()
    worlds.refetch()
  }

  const all = worlds.data?.worlds.toReversed() ?? []
  const hiddenCount = all.length - limit
  const error = deletion.error ?? worlds.error
  return (
    <div ref={place} class="stack">
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
      <Table
        caption="Worlds of this server"
        rows={all.slice(0, limit)}
        keyOf={({ name }) => name}
        selectedKey={current}
        columns={[
          {
            label: 'World',
            cell: ({ name }) => (
              <a
                href={hrefOf(pageLocation.value.path, worldParam(name))}
                aria-current={name === current ? 'true' : undefined}
              >
                {name}
              </a>
            ),
          },
          { label: 'Fixture', cell: ({ fixture }) => fixture },
          { label: 'Profile', cell: ({ profile }) => profile },
          ...(all.some(({ replica }) => replica !== undefined)
            ? [{ label: 'Replica', cell: ({ replica }: WorldSummary) => replica }]
            : []),
          { label: 'Last used', cell: (world) => <UsageCell {...world} /> },
          {
            label: 'Delete',
            hideLabel: true,
            cell: ({ name }) =>
              name !== 'default' && (
                <ConfirmButton
                  label="Delete"
                  subject={name}
                  kind="quiet"
                  confirmLabel="Delete permanently"
                  onConfirm={() => deleteWorld(name)}
                />
              ),
          },
        ]}
      />
      {hiddenCount > 0 && (
        <p class="faint small">
          {formatCount(hiddenCount, 'more world is', 'more worlds are')} not shown.
        </p>
      )}
      <CreateWorldForm />
    </div>
  )
}

function UsageCell({ streams, idle_ms: idle, ttl_ms: ttl, time }: WorldSummary) {
  return (
    <>
      {formatIdle(idle)}
      {streams > 0 && <> · {formatCount(streams, 'stream')}</>}
      {ttl !== null && <> · deleted after {describeDuration(ttl)} without use</>}
      {time.frozen && (
        <>
          {' '}
          <Badge tone="warn">frozen</Badge>
        </>
      )}
    </>
  )
}

const formatIdle = (ms: number) => (ms < 5000 ? 'now' : `${describeDuration(ms)} ago`)

/** A form that creates a world, or copies the current one, and opens the new world. */
function CreateWorldForm() {
  const { control, world: current = 'default' } = usePlatform()
  const [name, setName] = useState('')
  const [fixture, setFixture] = useState('demo')
  const [profile, setProfile] = useState('documented')
  const creation = useMutation()
  const createWorld = (send: (named: { readonly name?: string }) => Promise<WorldDetails>) =>
    creation.run(async () => {
      const created = await send(name.trim() === '' ? {} : { name: name.trim() })
      setName('')
      navigate(pageLocation.value.path, { world: created.name })
    })
  return (
    <Form
      class="row"
      aria-label="Create a world"
      onSubmit={() =>
        createWorld((named) =>
          control.call('POST worlds', { body: { ...named, fixture, profile } }),
        )
      }
    >
      <TextField
        label="New world"
        placeholder="name (optional)"
        autocomplete="off"
        spellcheck={false}
        value={name}
        onValue={setName}
      />
      <SelectField label="Fixture" options={fixtureNames} value={fixture} onValue={setFixture} />
      <SelectField label="Profile" options={knownProfiles} value={profile} onValue={setProfile} />
      <Button type="submit" kind="primary">
        Create
      </Button>
      <Button
        label={`Copy ${current} in its current state`}
        onClick={() =>
          createWorld((body) =>
            control.call('POST worlds/{name}/fork', { params: { name: current }, body }),
          )
        }
      >
        Copy {current}
      </Button>
      {creation.error !== undefined && <Notice tone="bad">{creation.error}</Notice>}
    </Form>
  )
}

/** Shows the current world; if the control API is available, opens a list of all worlds. */
export function WorldSwitch() {
  const { world = 'default', hasControl } = usePlatform()
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(false), [world])
  if (isDemo || host.isProxy === true) return null
  if (!hasControl)
    return world === 'default' ? null : <span class="frame-link frame-world">{world}</span>
  return (
    <>
      <button
        type="button"
        class="frame-link frame-world"
        aria-haspopup="dialog"
        aria-label={`World: ${world}. Switch`}
        title={world}
        onClick={() => setOpen(true)}
      >
        <Icon name="world" />
        <span class="frame-label">{world}</span>
        <Icon name="down" />
      </button>
      {open && (
        <Dialog title="Worlds" wide onClose={() => setOpen(false)}>
          <p class="faint small">
            Each world is an isolated platform with its own records, clock, faults and journal.
          </p>
          <WorldList limit={100} />
        </Dialog>
      )}
    </>
  )
}
