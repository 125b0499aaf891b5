import { useMemo } from 'preact/hooks'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import type { WorldDetails, WorldSummary } from '../../../contract/control/worlds.ts'
import { navigate, pageLocation, setParams, worldName } from '../../app/location.ts'
import { controlOf, usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { rememberPlayed } from '../../control/played-behaviour.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { cellsOf, playedWorld, worldNameFor } from './played-world.ts'

type PlayProps = { readonly report: ToleranceReport }

/** Makes a new world in which only the chosen behaviour differs from the profile; opens its chat. */
export function PlayCell({ report }: PlayProps) {
  const { control } = usePlatform()
  const mutation = useMutation()
  const cells = useMemo(() => cellsOf(report), [report])
  const wanted = pageLocation.value.params.get('behaviour')
  const cell = cells.find(({ id }) => id === wanted) ?? cells[0]
  if (cell === undefined) return null
  const { behaviours, says } = cell
  const play = () =>
    mutation.run(async () => {
      const { options, faults, missingFixture } = playedWorld(report, cell)
      const { worlds } = await control.get<{ worlds: readonly WorldSummary[] }>('worlds')
      const taken = new Set(worlds.map(({ name }) => name))
      const name = worldNameFor(behaviours, taken)
      await control.send<WorldDetails>('POST', 'worlds', { ...options, name })
      try {
        if (faults.length > 0) await controlOf(name).send('POST', 'faults', faults)
      } catch (error) {
        await control.send('DELETE', `worlds/${encodeURIComponent(name)}`)
        throw error
      }
      rememberPlayed({ world: name, behaviours, says, from: worldName.value, missingFixture })
      navigate('chat', { world: name })
    })
  return (
    <section class="stack" aria-label="Play a behaviour">
      <div class="row row-middle tolerance-play">
        <SelectField
          label="Behaviour"
          value={cell.id}
          options={cells.map(({ id, verdict }) => [id, `${verdict}: ${id}`] as const)}
          onValue={(behaviour) => setParams({ behaviour })}
          hint={
            <>
              In the chat of a new world: <TextWithCode text={says} />.
            </>
          }
        />
        <Button kind="primary" busy={mutation.busy} onClick={play}>
          Play it live
        </Button>
      </div>
      <ErrorNotice message={mutation.error} />
    </section>
  )
}
