import { callOf } from '../../../contract/control/call.ts'
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { host } from '../../app/host.ts'
import { hrefOf, linkTo } from '../../app/location.ts'
import { useQuery } from '../../control/hooks.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { TextField } from '../../ui/fields.tsx'
import type { ScenarioList, ScenarioSummary } from '../../../contract/control/worlds.ts'
import { describeLine, exampleQuestion, matchesSearch, scriptTitle } from './script-texts.ts'
import './director.css'
import { formatCount } from '../../../contract/format-count.ts'
import { shorten } from '../../../contract/shorten.ts'

type ScriptPickerProps = {
  readonly scripts: ScenarioList['scenarios']
  /** The name of the selected script; empty if no script is selected. */
  readonly value: string
  readonly onValue: (name: string) => void
  readonly autofocus?: boolean
  /** Called when the user presses Enter in the search or in the list. */
  readonly onEnter: () => void
  /** The buttons below the list. */
  readonly children: ComponentChildren
}

/** A list of script titles, with a search and a preview of the selected script. */
export function ScriptPicker({ scripts, value, onValue, ...props }: ScriptPickerProps) {
  const [search, setSearch] = useState('')
  const group = useId()
  const foundScripts = scripts.filter((one) => matchesSearch(one, search))
  const current = scripts.find(({ name }) => name === value)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    props.onEnter()
  }
  return (
    <div class="script-picker">
      <div class="stack">
        <TextField
          label="Find a script"
          type="search"
          value={search}
          autofocus={props.autofocus === true}
          autocomplete="off"
          onValue={(text) => {
            setSearch(text)
            // Selects the first script whose title begins with the text, or the first found script.
            const hits = scripts.filter((one) => matchesSearch(one, text))
            const query = text.trim().toLowerCase()
            const best =
              hits.find(({ name }) => scriptTitle(name).toLowerCase().startsWith(query)) ?? hits[0]
            if (query !== '') onValue(best?.name ?? '')
          }}
          onKeyDown={onKeyDown}
        />
        <p class="small faint" role="status">
          {foundScripts.length < scripts.length && `${foundScripts.length} of `}
          {formatCount(scripts.length, 'script')}
        </p>
        <fieldset class="script-list" onKeyDown={onKeyDown}>
          <legend class="unseen">Script</legend>
          {foundScripts.map(({ name, about }) => (
            <label key={name} class="script-item">
              <input
                type="radio"
                name={group}
                class="unseen"
                checked={name === value}
                onChange={() => onValue(name)}
              />
              <span>{scriptTitle(name)}</span>
              <span class="faint">{about}</span>
            </label>
          ))}
        </fieldset>
        <div class="row row-middle">{props.children}</div>
      </div>
      {current !== undefined && <ScriptPreview key={current.name} script={current} />}
    </div>
  )
}

function ScriptPreview({ script }: { readonly script: ScenarioSummary }) {
  const { data } = useQuery(callOf('GET scenarios/{name}', { params: { name: script.name } }))
  // A static site in another browser lacks the scripts of this world, so the link contains the
  // script.
  const isOnlyHere = host.site !== undefined && script.of === 'world'
  return (
    <section class="script-preview stack" aria-label={`Preview of ${scriptTitle(script.name)}`}>
      <h3>{scriptTitle(script.name)}</h3>
      <p class="small">{script.about}</p>
      <p class="small faint">Asked, for example, as: “{exampleQuestion(script)}”</p>
      <p class="row row-middle small">
        <a href={hrefOf('chat', { script: script.name })}>Play it in the chat</a>
        {host.isPanel !== true && (
          <CopyButton
            text={linkTo('chat', { script: isOnlyHere ? JSON.stringify(data) : script.name })}
            label="Copy a link that plays it"
            short="Copy a link"
          />
        )}
      </p>
      <ol class="prompter-list" tabIndex={0} aria-label="Lines of the script">
        {data?.script.slice(0, maxPreviewLines).map((line, index) => {
          const { action, text } = describeLine(line)
          return (
            <li key={index} class="prompter-part">
              <span class="small faint">{action}</span>
              <span class="prompter-text">{shorten(text, 300)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const maxPreviewLines = 40
