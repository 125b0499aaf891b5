import { useEffect } from 'preact/hooks'

/** How long somebody who does nothing counts as being there, in milliseconds. */
const patience = 300_000

let lastAct = performance.now()
for (const act of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focus'])
  window.addEventListener(act, () => (lastAct = performance.now()), {
    capture: true,
    passive: true,
  })

const isAttended = () => !document.hidden && performance.now() - lastAct < patience

/** Does something again and again while somebody is at the page, and when it is seen anew. */
export function useWhileAttended(act: () => void, interval: number): void {
  useEffect(() => {
    const attend = () => {
      if (isAttended()) act()
    }
    const timer = window.setInterval(attend, interval)
    document.addEventListener('visibilitychange', attend)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', attend)
    }
  }, [act, interval])
}
