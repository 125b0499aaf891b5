import { usePlatform } from '../../app/platform.ts'
import { useWhileAttended } from '../../app/use-while-attended.ts'
import { lookAtSteered } from '../../control/steered.ts'
import { useAct } from '../../control/use-act.ts'
import { useAsked } from '../../control/use-asked.ts'
import type { DirectorState } from './answers.ts'

/** How often the page looks how turns go on, in milliseconds. */
const interval = 1000

/** The turns of the world as they go on, and the orders that one can give. */
export function useDirector() {
  const { control } = usePlatform()
  const { answer: state, again } = useAsked<DirectorState>('director')
  const act = useAct()
  useWhileAttended(again, interval)
  const order = (body: object) =>
    act.run(async () => {
      await control.send('POST', 'director', body)
      // What it answers may not know yet of the beat that it brought about.
      again()
      await lookAtSteered(control)
    })
  return { state, order, act }
}
