import { memo } from 'preact/compat'
import { useState } from 'preact/hooks'
import { Code } from '../../../ui/code.tsx'
import type { FrameRow } from './tape.ts'

/** An event on one line; its payload opens below. */
export const FrameLine = memo(function FrameLine({ frame }: { readonly frame: FrameRow }) {
  const { name, cursor, at, bytes, payload, piece, isPassedOn } = frame
  const [isOpen, setIsOpen] = useState(false)
  const isKnown = !isPassedOn && name !== 'comment' && name !== 'resume_done'
  return (
    <details class="frame" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary class={isKnown ? 'is-known' : ''}>
        <span class="numeric">{cursor ?? '–'}</span>
        <span>
          {name} <span class="faint">{hintOf(frame)}</span>
        </span>
        <span class="numeric">{Math.round(at)}</span>
        <span class="numeric">{bytes}</span>
      </summary>
      {isOpen && (
        <div class="frame-body">
          <Code label={`payload of ${name}`} text={indented(payload)} wrap />
          <p class="tiny faint">
            Came with read {piece}.{' '}
            {isKnown ? 'The client knew it already, and kept it back.' : 'The client handed it on.'}
          </p>
        </div>
      )}
    </details>
  )
})

/** What tells an event from the next of its name. */
function hintOf({ name: own, payload }: FrameRow): string {
  const { type, status, name, phase, event, tool } = Object(parsed(payload)) as Record<
    string,
    unknown
  >
  const words = [name, phase, event, type, status, tool].filter(
    (word) => typeof word === 'string' && word !== own,
  )
  return [...new Set(words)].slice(0, 2).join(' ')
}

const indented = (payload: string) => {
  const value = parsed(payload)
  return value === undefined ? payload : JSON.stringify(value, undefined, 2)
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}
