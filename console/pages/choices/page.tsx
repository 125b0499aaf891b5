import type { SentBody } from '../../../contract/control/operation.ts'
import type { ControlOperations } from '../../../contract/control/operations.ts'
import { callOf } from '../../../contract/control/call.ts'
import { useEffect, useState } from 'preact/hooks'
import { host } from '../../app/host.ts'
import { setParams, pageLocation } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import type { ChoiceTable } from '../../../contract/control/worlds.ts'
import { ErrorNotice, EmptyState, Badge } from '../../ui/feedback.tsx'
import { useMutation, useQuery } from '../../control/hooks.ts'
import { refreshWorldStatus } from '../../control/world-status.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { useRovingTabStop } from '../../ui/roving.ts'
import { ChoiceRow, type SetPick } from './choice-row.tsx'
import {
  filterChoices,
  groupChoices,
  groupTitle,
  type ChoiceFilter,
  filterLabels,
  isPickChanged,
} from './choice-filter.ts'
import { UserProfileForm, ProfileParts, ProfileForm } from './profile.tsx'
import './choices.css'

/** Lists the choices and the picks of the world. The user can filter choices and change picks. */
export function ChoicesPage() {
  const { control } = usePlatform()
  const { params } = pageLocation.value
  const { data, error, setData } = useQuery(callOf('GET choices'))
  const coverage = useQuery(callOf('GET coverage'))
  const mutation = useMutation()
  const [changedId, setChangedId] = useState<string>()
  const text = params.get('id') ?? params.get('text') ?? ''
  const only = (params.get('only') ?? 'all') as ChoiceFilter

  const applyUpdate = (request: Promise<ChoiceTable>) =>
    mutation.run(async () => {
      setData(await request)
      // The status bar shows the name of the profile, which may have changed.
      await refreshWorldStatus(control)
    })
  const change: SetPick = (id, pick) => {
    setChangedId(id)
    return applyUpdate(control.call('PATCH choices', { body: { picks: { [id]: pick } } }))
  }
  /** Applies a profile, given by its name or as an object. */
  const applyProfile = (profile: object) => {
    setChangedId(undefined)
    // The server validates the profile.
    const body = profile as SentBody<ControlOperations['PUT choices']>
    return applyUpdate(control.call('PUT choices', { body }))
  }

  const list = useRovingTabStop<HTMLDivElement>('.choices li > details > summary')
  if (data === undefined) return <ErrorNotice message={error} />
  const calls = new Map<string, number>()
  for (const { choice, calls: some } of coverage.data?.choices.relied_on ?? [])
    calls.set(choice, (calls.get(choice) ?? 0) + some)
  const rows = filterChoices(data.choices, { text, filter: only, calls })
  const groups = groupChoices(rows)
  return (
    <>
      <p class="faint">
        Each row is a choice at which deployments can differ. A change applies from the next call
        on, to this world only.
      </p>
      <ProfileForm
        profile={data.profile}
        busy={mutation.busy}
        onApply={(profile) => applyProfile({ profile })}
      />
      <ProfileParts parts={data} />
      {host.isInPage !== true && <UserProfileForm onApply={applyProfile} />}
      {changedId === undefined && <ErrorNotice message={mutation.error} />}
      <div class="row" role="search" aria-label="Choices">
        <TextField
          label="Contains"
          type="search"
          value={text}
          onValue={(next) => setParams({ id: undefined, text: next || undefined })}
        />
        <SelectField
          label="Show"
          value={only}
          options={Object.entries(filterLabels)}
          onValue={(next) => setParams({ only: next === 'all' ? undefined : next })}
        />
        <span class="small faint" role="status">
          {rows.length} of {data.choices.length} choices
        </span>
      </div>
      {rows.length === 0 && (
        <EmptyState title="No choices">No choice matches the filter.</EmptyState>
      )}
      <div class="choices-panes">
        <GroupIndex groups={groups} />
        <div class="stack" {...list}>
          {groups.map(([group, choices]) => (
            <section key={group} class="choices card" aria-labelledby={headingIdOf(group)}>
              <header class="choices-head">
                <h2 id={headingIdOf(group)} tabIndex={-1}>
                  {groupTitle(group)}
                </h2>
                <span class="choice-pick faint">
                  <span>Pick</span> <span>Grade</span> <span>Calls</span>
                </span>
              </header>
              <ul>
                {choices.map((choice) => (
                  <ChoiceRow
                    key={choice.id}
                    choice={choice}
                    calls={calls.get(choice.id) ?? 0}
                    busy={mutation.busy}
                    error={changedId === choice.id ? mutation.error : undefined}
                    onPick={change}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </>
  )
}

type GroupIndexProps = { readonly groups: ReturnType<typeof groupChoices> }

/** Renders an index of the groups, with the numbers of choices and changed choices in each. */
function GroupIndex({ groups }: GroupIndexProps) {
  const current = useGroupInView(groups)
  return (
    <nav
      class="choices-index"
      aria-label="Groups of choices"
      {...useRovingTabStop<HTMLElement>('button')}
    >
      {groups.map(([group, choices]) => {
        const changedCount = choices.filter(isPickChanged).length
        return (
          <button
            key={group}
            type="button"
            class="button button-quiet"
            aria-current={group === current || undefined}
            onClick={() => scrollToGroup(group)}
          >
            <span>{groupTitle(group)}</span> <span class="faint small">{choices.length}</span>
            {changedCount > 0 && <Badge tone="warn">{changedCount} changed</Badge>}
          </button>
        )
      })}
    </nav>
  )
}

/** Returns the group whose choices are at the top of the window. */
function useGroupInView(groups: GroupIndexProps['groups']): string | undefined {
  const [seen, setSeen] = useState<string>()
  const names = groups.map(([group]) => group)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const entry = entries.find(({ isIntersecting }) => isIntersecting)
        if (entry !== undefined) setSeen(entry.target.getAttribute('aria-labelledby') ?? '')
      },
      { rootMargin: '-20% 0px -75% 0px' },
    )
    for (const section of document.querySelectorAll('.choices-panes section'))
      watcher.observe(section)
    return () => watcher.disconnect()
  }, [names.join()])
  return names.find((name) => headingIdOf(name) === seen) ?? names[0]
}

const headingIdOf = (group: string) => `choices-${group}`

/** Scrolls to a group. A link can't do this, because the hash of the URL is the page's path. */
function scrollToGroup(group: string): void {
  const heading = document.querySelector<HTMLElement>(`#${headingIdOf(group)}`)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
