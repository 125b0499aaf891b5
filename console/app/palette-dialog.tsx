import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../ui/button.tsx'
import { host } from './host.ts'
import { usePaletteEntries } from './palette-entries.ts'
import { findEntries, type PaletteEntry } from './palette-search.ts'
import './palette.css'

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(at + 8, count - 1),
  PageUp: (at) => Math.max(at - 8, 0),
}

const places =
  host.isProxy === true ? 'a page, a fault' : 'a page, turn, world, script, agent, fault, choice'

/** Finds a page, world, script and more by words, and goes there: a combobox with its list. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const found = findEntries(usePaletteEntries(), search)
  const current = Math.min(at, found.length - 1)
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current, search])
  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key]
    if (event.key === 'Enter') dialog.current?.querySelector<HTMLElement>('.is-current')?.click()
    else if (move !== undefined && found.length > 0) setAt(move(current, found.length))
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Go to"
      onClose={() => {
        if (dialog.current !== null) onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close()
      }}
    >
      <div class="palette-search">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={`Go to ${places}, or a page of the docs`}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length === 0 ? undefined : `${id}-${current}`}
          placeholder={`Go to ${places.split(', ').slice(0, 4).join(', ')} …`}
          autocomplete="off"
          spellcheck={false}
          value={search}
          onInput={({ currentTarget }) => {
            setSearch(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      <div id={`${id}-list`} class="palette-list" role="listbox" aria-label="Places">
        {[...Map.groupBy(found, ({ kind }) => kind)].map(([kind, some]) => (
          <div key={kind} role="group" aria-label={kind}>
            <div class="palette-kind" aria-hidden="true">
              {kind}
            </div>
            {some.map((entry) => {
              const index = found.indexOf(entry)
              return (
                <Place
                  key={entry.href}
                  entry={entry}
                  id={`${id}-${index}`}
                  isCurrent={index === current}
                  onPoint={() => setAt(index)}
                  onGo={onClose}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p class="palette-note" role="status">
        {found.length === 0 && `Nothing has “${search}” in its name.`}
      </p>
    </dialog>
  )
}

function Place(props: {
  readonly entry: PaletteEntry
  readonly id: string
  readonly isCurrent: boolean
  readonly onPoint: () => void
  readonly onGo: () => void
}) {
  const { entry, id, isCurrent, onPoint, onGo } = props
  const { icon, title, about, href } = entry
  const isElsewhere = !href.startsWith('#')
  // The keyboard stays in the search, and Enter follows the link of the current place.
  return (
    <a
      id={id}
      class={isCurrent ? 'palette-place is-current' : 'palette-place'}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      href={href}
      onPointerMove={isCurrent ? undefined : onPoint}
      onClick={onGo}
      {...(isElsewhere && { target: '_blank', rel: 'noopener' })}
    >
      <Icon name={icon} />
      <span class="palette-title">{title}</span> <span class="palette-about">{about}</span>
    </a>
  )
}
