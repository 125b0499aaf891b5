import { useState } from 'preact/hooks'
import { ask, place } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import type { ChoiceTable, CoverageReport } from '../../control/answers.ts'
import { Refusal } from '../../control/refusal.tsx'
import { useAct } from '../../control/use-act.ts'
import { useAsked } from '../../control/use-asked.ts'
import { Empty } from '../../ui/empty.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ChoiceRow, type Switch } from './choice-row.tsx'
import { chosen, type Only, onlyNames } from './choose.ts'
import { OwnProfile } from './own-profile.tsx'
import { ProfileForm } from './profile-form.tsx'
import './choices.css'

/** The points at which deployments differ, how the world plays each, and the switch of each. */
export function ChoicesPage() {
  const { control } = usePlatform()
  const { params } = place.value
  const { answer, refusal, put } = useAsked<ChoiceTable>('choices')
  const coverage = useAsked<CoverageReport>('coverage')
  const act = useAct()
  const [acted, setActed] = useState<string>()
  const text = params.get('id') ?? params.get('text') ?? ''
  const only = (params.get('only') ?? 'all') as Only

  const change: Switch = (id, pick) => {
    setActed(id)
    return act.run(async () =>
      put(await control.send<ChoiceTable>('PATCH', 'choices', { picks: { [id]: pick } })),
    )
  }
  /** Plays a profile by its name, or a document of picks. */
  const play = (profile: object) => {
    setActed(undefined)
    return act.run(async () => put(await control.send<ChoiceTable>('PUT', 'choices', profile)))
  }

  if (answer === undefined) return <Refusal words={refusal} />
  const calls = new Map<string, number>()
  for (const { choice, calls: some } of coverage.answer?.choices.relied_on ?? [])
    calls.set(choice, (calls.get(choice) ?? 0) + some)
  const rows = chosen(answer.choices, { text, only, calls })
  return (
    <>
      <p class="faint">
        Each row is a point at which deployments can differ. A switch holds from the next call on,
        for this world alone.
      </p>
      <ProfileForm
        profile={answer.profile}
        busy={act.busy}
        onPlay={(profile) => play({ profile })}
      />
      <OwnProfile onPlay={play} />
      {acted === undefined && <Refusal words={act.refusal} />}
      <div class="row" role="search" aria-label="Choices">
        <TextField
          label="Contains"
          type="search"
          value={text}
          onValue={(next) => ask({ id: undefined, text: next || undefined })}
        />
        <SelectField
          label="Only those that are"
          value={only}
          options={Object.entries(onlyNames)}
          onValue={(next) => ask({ only: next === 'all' ? undefined : next })}
        />
        <span class="small faint" role="status">
          {rows.length} of {answer.choices.length} choices
        </span>
      </div>
      {rows.length === 0 && <Empty title="No choices">None is like that.</Empty>}
      <ul class="choices">
        {rows.map((choice) => (
          <ChoiceRow
            key={choice.id}
            choice={choice}
            calls={calls.get(choice.id) ?? 0}
            busy={act.busy}
            refusal={acted === choice.id ? act.refusal : undefined}
            onSwitch={change}
          />
        ))}
      </ul>
    </>
  )
}
