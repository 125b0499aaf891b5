import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import type { WorldDetails, WorldSummary } from '../../../contract/control/worlds.ts'
import { navigate, worldName } from '../../app/location.ts'
import { controlOf, usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { rememberPlayed } from '../../control/played-behaviour.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { playedWorld, playsOf, worldNameFor } from './report/played-world.ts'
import type { MatrixRow } from './report/rows.ts'

type PlayProps = { readonly report: ToleranceReport; readonly row: MatrixRow }

/** Makes a new world in which only this behaviour differs from the profile, and opens its chat. */
export function PlayButton({ report, row }: PlayProps) {
  const { control } = usePlatform()
  const mutation = useMutation()
  const plays = playsOf(row)
  if (plays === undefined) return null
  const play = () =>
    mutation.run(async () => {
      const { options, faults, missingFixture } = playedWorld(report, row, plays)
      const { worlds } = await control.get<{ worlds: readonly WorldSummary[] }>('worlds')
      const taken = new Set(worlds.map(({ name }) => name))
      const name = worldNameFor(row.behaviours, taken)
      await control.send<WorldDetails>('POST', 'worlds', { ...options, name })
      try {
        if (faults.length > 0) await controlOf(name).send('POST', 'faults', faults)
      } catch (error) {
        await control.send('DELETE', `worlds/${encodeURIComponent(name)}`)
        throw error
      }
      rememberPlayed({
        world: name,
        behaviours: row.behaviours,
        says: row.says,
        from: worldName.value,
        missingFixture,
      })
      navigate('chat', { world: name })
    })
  return (
    <div class="stack">
      <div class="row row-middle">
        <Button kind="primary" busy={mutation.busy} onClick={play}>
          Play it live
        </Button>
        <span class="small faint">in the chat of a new world</span>
      </div>
      <ErrorNotice message={mutation.error} />
    </div>
  )
}
