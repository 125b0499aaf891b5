import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Tone } from './tone.ts'

type Said = { readonly words: string; readonly tone: Tone }

/** How long it stays, in milliseconds; what went wrong takes longer to read. */
const stay = (tone: Tone) => (tone === 'bad' ? 8000 : 3000)

const said = signal<Said>()

/** Says what was done, in a corner and without a stop; what comes next takes its place. */
export function toast(words: string, tone: Tone = 'plain'): void {
  said.value = { words, tone }
}

/** Where it is said. One component of the frame draws it. */
export function Toast() {
  const current = said.value
  useEffect(() => {
    if (current === undefined) return undefined
    const timer = window.setTimeout(() => (said.value = undefined), stay(current.tone))
    return () => window.clearTimeout(timer)
  }, [current])
  return (
    <div class="toast-place" role="status">
      {current !== undefined && <p class={`toast tone-${current.tone}`}>{current.words}</p>}
    </div>
  )
}
