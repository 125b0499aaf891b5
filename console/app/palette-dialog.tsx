import { useEffect, useId, useState } from 'preact/hooks'
import { Icon } from '../ui/button.tsx'
import { useModal } from '../ui/dialog.tsx'
import { host } from './host.ts'
import { findEntries, type PaletteEntry } from './palette-search.ts'
import './palette.css'
import { useQuery, useRequest } from '../control/hooks.ts'
import { callOf } from '../../contract/control/call.ts'
import { shorten } from '../../contract/shorten.ts'
import { describeEffect, describeMatch } from '../pages/faults/describe-fault.ts'
import { exampleQuestion, scriptTitle } from '../pages/director/script-texts.ts'
import { hrefOf, pageLocation, worldParam } from './location.ts'
import { usePlatform } from './platform.ts'
import { routes } from './routes.ts'
import { isDemo } from './visitor.ts'

const moveByKey: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  PageDown: (at, count) => Math.min(at + 8, count - 1),
  PageUp: (at) => Math.max(at - 8, 0),
}

const searchableKinds =
  host.isProxy === true ? 'a page, a fault' : 'a page, turn, world, script, agent, fault, choice'

/** A dialog that searches pages, worlds, scripts and more by words, and opens the chosen entry. */
export function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const modal = useModal(onClose)
  const hits = findEntries(usePaletteEntries(), search)
  const current = Math.min(at, hits.length - 1)
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [current, search])
  function onKeyDown(event: KeyboardEvent) {
    const move = moveByKey[event.key]
    if (event.key === 'Enter') modal.ref.current?.querySelector<HTMLElement>('.is-current')?.click()
    else if (move !== undefined && hits.length > 0) setAt(move(current, hits.length))
    else return
    event.preventDefault()
  }
  return (
    <dialog {...modal} class="dialog palette" aria-label="Go to">
      <div class="palette-search">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={`Go to ${searchableKinds}, or a page of the docs`}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={hits.length === 0 ? undefined : `${id}-${current}`}
          placeholder={`Go to ${searchableKinds.split(', ').slice(0, 4).join(', ')} …`}
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
        {[...Map.groupBy(hits, ({ kind }) => kind)].map(([kind, some]) => (
          <div key={kind} role="group" aria-label={kind}>
            <div class="palette-kind" aria-hidden="true">
              {kind}
            </div>
            {some.map((entry) => {
              const index = hits.indexOf(entry)
              return (
                <PaletteOption
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
        {hits.length === 0 && `Nothing has “${search}” in its name.`}
      </p>
    </dialog>
  )
}

function PaletteOption(props: {
  readonly entry: PaletteEntry
  readonly id: string
  readonly isCurrent: boolean
  readonly onPoint: () => void
  readonly onGo: () => void
}) {
  const { entry, id, isCurrent, onPoint, onGo } = props
  const { icon, title, about, href } = entry
  const isElsewhere = !href.startsWith('#')
  // The focus stays in the search field. Enter opens the link of the current entry.
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

/** Returns a call for the newest 100 records of a kind. A large world can have more records. */
const newestRecordsCall = (kind: string) =>
  callOf('GET records/{kind}', { params: { kind }, query: { size: 100, order: 'newest' } })

/** Returns all entries of the palette. Entries of the control API appear after a response. */
function usePaletteEntries(): readonly PaletteEntry[] {
  const { hasControl } = usePlatform()
  const ifHasControl = <Call,>(call: Call) => (hasControl ? call : undefined)
  const ifHasWorldControl = <Call,>(call: Call) =>
    host.isProxy === true ? undefined : ifHasControl(call)
  const worlds = useQuery(isDemo ? undefined : ifHasWorldControl(callOf('GET worlds')))
  const scripts = useQuery(ifHasWorldControl(callOf('GET scenarios')))
  const faults = useQuery(ifHasControl(callOf('GET faults')))
  const choices = useQuery(ifHasWorldControl(callOf('GET choices')))
  const agents = useQuery(ifHasWorldControl(newestRecordsCall('agents')))
  const chats = useQuery(ifHasWorldControl(newestRecordsCall('conversations')))
  // A panel has no server that serves the documentation.
  const docs = useRequest(host.isPanel === true ? undefined : loadDocs, [])
  const { path } = pageLocation.value
  return [
    ...routes
      .filter(({ worksWithoutControl }) => worksWithoutControl === true || hasControl)
      .map(({ title, path: to, group }) => ({
        kind: 'Pages',
        icon: to || ('start' as const),
        title,
        about: group,
        href: hrefOf(to),
      })),
    ...newestRecords(chats.data?.items ?? []).map((chat) => ({
      kind: 'Recent turns',
      icon: 'turn' as const,
      about: '',
      title: shorten(String(chat['title'] ?? 'Untitled'), 90),
      href: hrefOf('chat', { conversation: chat.id }),
    })),
    ...(worlds.data?.worlds ?? []).toReversed().map(({ name, fixture, profile }) => ({
      kind: 'Worlds',
      icon: 'world' as const,
      title: name,
      about: `${fixture}, ${profile}`,
      href: hrefOf(path, worldParam(name)),
    })),
    ...(scripts.data?.scenarios ?? []).map((script) => ({
      kind: 'Scripts',
      icon: 'script' as const,
      title: scriptTitle(script.name),
      about: exampleQuestion(script),
      href: hrefOf('chat', { script: script.name }),
    })),
    ...(agents.data?.items ?? []).map((agent) => ({
      kind: 'Agents',
      icon: 'agent' as const,
      title: String(agent['name']),
      about: shorten(String(agent['description'] ?? ''), 90),
      href: hrefOf('state', { kind: 'agents', id: agent.id }),
    })),
    ...(faults.data?.faults ?? []).map((fault) => ({
      kind: 'Faults',
      icon: 'faults' as const,
      title: describeEffect(fault),
      about: describeMatch(fault),
      href: hrefOf('faults'),
    })),
    ...(choices.data?.choices ?? []).map(({ id, question }) => ({
      kind: 'Choices',
      icon: 'choices' as const,
      title: question.replaceAll('`', ''),
      about: id,
      href: hrefOf('choices', { id }),
    })),
    ...(docs.data ?? []),
  ]
}

const newestRecords = (
  items: readonly { readonly [field: string]: unknown; readonly id: string }[],
) =>
  items
    .toSorted((a, b) => String(b['updated_at']).localeCompare(String(a['updated_at'])))
    .slice(0, 20)

/** Fetches the index of the documentation from the server of the console. */
async function loadDocs(signal: AbortSignal): Promise<readonly PaletteEntry[]> {
  const response = await host.fetch(new URL('console/llms.txt', host.baseUrl).href, { signal })
  if (!response.ok) throw new Error(`The documentation could not be loaded (${response.status}).`)
  return parseDocsIndex(await response.text())
}

/** Returns an entry for each page that `llms.txt`, the index of the documentation, lists. */
const parseDocsIndex = (text: string): readonly PaletteEntry[] =>
  text.split('\n').flatMap((line) => {
    const [, title, file, about = ''] = /^- \[([^\]]+)\]\(([\w-]+\.md)\): (.*)/.exec(line) ?? []
    if (title === undefined || file === undefined) return []
    const words = shorten(about.replaceAll(/[`*]/g, ''), 90)
    return [{ kind: 'Docs', icon: 'book', title, about: words, href: `console/${file}` }]
  })
