import { usePlatform } from '../../app/platform.ts'
import { useWhileAttended } from '../../app/use-while-attended.ts'
import { useAct } from '../../control/use-act.ts'
import { useAsked } from '../../control/use-asked.ts'
import type { DirectorState } from './answers.ts'
import { giveOrder } from './orders.ts'

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
      await giveOrder(control, body)
      // What it answered may not have known yet of the beat that it brought about.
      again()
    })
  return { state, order, act, again }
}
