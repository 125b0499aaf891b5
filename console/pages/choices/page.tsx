import { useState } from 'preact/hooks'
import { setParams, pageLocation } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import type { ChoiceTable, CoverageReport } from '../../control/answers.ts'
import { ErrorNotice, EmptyState } from '../../ui/feedback.tsx'
import { useMutation, useQuery } from '../../control/hooks.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { ChoiceRow, type SetPick } from './choice-row.tsx'
import { filterChoices, type ChoiceFilter, filterLabels } from './choice-filter.ts'
import { OwnProfile, ProfileForm } from './profile-forms.tsx'
import './choices.css'

/** The points at which deployments differ, how the world plays each, and the switch of each. */
export function ChoicesPage() {
  const { control } = usePlatform()
  const { params } = pageLocation.value
  const { data, error, setData } = useQuery<ChoiceTable>('choices')
  const coverage = useQuery<CoverageReport>('coverage')
  const act = useMutation()
  const [acted, setActed] = useState<string>()
  const text = params.get('id') ?? params.get('text') ?? ''
  const only = (params.get('only') ?? 'all') as ChoiceFilter

  const change: SetPick = (id, pick) => {
    setActed(id)
    return act.run(async () =>
      setData(await control.send<ChoiceTable>('PATCH', 'choices', { picks: { [id]: pick } })),
    )
  }
  /** Plays a profile by its name, or a document of picks. */
  const play = (profile: object) => {
    setActed(undefined)
    return act.run(async () => setData(await control.send<ChoiceTable>('PUT', 'choices', profile)))
  }

  if (data === undefined) return <ErrorNotice message={error} />
  const calls = new Map<string, number>()
  for (const { choice, calls: some } of coverage.data?.choices.relied_on ?? [])
    calls.set(choice, (calls.get(choice) ?? 0) + some)
  const rows = filterChoices(data.choices, { text, filter: only, calls })
  return (
    <>
      <p class="faint">
        Each row is a point at which deployments can differ. A switch holds from the next call on,
        for this world alone.
      </p>
      <ProfileForm profile={data.profile} busy={act.busy} onPlay={(profile) => play({ profile })} />
      <OwnProfile onPlay={play} />
      {acted === undefined && <ErrorNotice message={act.error} />}
      <div class="row" role="search" aria-label="Choices">
        <TextField
          label="Contains"
          type="search"
          value={text}
          onValue={(next) => setParams({ id: undefined, text: next || undefined })}
        />
        <SelectField
          label="Only those that are"
          value={only}
          options={Object.entries(filterLabels)}
          onValue={(next) => setParams({ only: next === 'all' ? undefined : next })}
        />
        <span class="small faint" role="status">
          {rows.length} of {data.choices.length} choices
        </span>
      </div>
      {rows.length === 0 && <EmptyState title="No choices">None is like that.</EmptyState>}
      <ul class="choices">
        {rows.map((choice) => (
          <ChoiceRow
            key={choice.id}
            choice={choice}
            calls={calls.get(choice.id) ?? 0}
            busy={act.busy}
            error={acted === choice.id ? act.error : undefined}
            onPick={change}
          />
        ))}
      </ul>
    </>
  )
}
