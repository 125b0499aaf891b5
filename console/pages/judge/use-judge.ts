import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { ControlRefusal } from '../../app/control.ts'
import { usePlatform } from '../../app/platform.ts'
import { wordsOf } from '../../control/use-asked.ts'
import type { Standing } from './answers.ts'

/** Milliseconds until it is asked again: while a run goes on, and while none does. */
const pause = { running: 300, idle: 3000 } as const

/** The judge of the server. */
export type Judge = {
  /** What it last told; it stays while the server does not answer. */
  readonly standing: Standing | undefined
  /** Why it could not be asked. */
  readonly refusal: string | undefined
  /** Asks it now, such as after a change. */
  readonly look: () => Promise<void>
}

/** Asks the judge again and again: others may begin and stop runs as well. */
export function useJudge(): Judge {
  const { control } = usePlatform()
  const [told, setTold] = useState<Pick<Judge, 'standing' | 'refusal'>>(nothing)
  const asking = useRef<AbortController>(undefined)
  const timer = useRef<number>(undefined)
  const look = useCallback(async () => {
    window.clearTimeout(timer.current)
    asking.current?.abort()
    const { signal } = (asking.current = new AbortController())
    let wait: number = pause.idle
    try {
      const standing = await control.get<Standing>('conformance', signal)
      if (signal.aborted) return
      if (standing.run !== null && standing.run.state !== 'over') wait = pause.running
      setTold({ standing, refusal: undefined })
    } catch (error) {
      if (signal.aborted) return
      setTold(({ standing }) => ({ standing, refusal: wordsOf(error) }))
      // Who may not ask is told so once; a server that is away may come back.
      if (error instanceof ControlRefusal && error.status < 500) return
    }
    // The next question waits for this answer, however slow the server is.
    timer.current = window.setTimeout(look, wait)
  }, [control])
  useEffect(() => {
    void look()
    return () => {
      window.clearTimeout(timer.current)
      asking.current?.abort()
    }
  }, [look])
  return { ...told, look }
}

const nothing = { standing: undefined, refusal: undefined }
