import { useState } from 'preact/hooks'
import { keyHint } from '../../keys/shortcuts.ts'
import { useQuery } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DirectorState } from '../../../contract/control/director.ts'
import type { ScenarioList } from '../../../contract/control/worlds.ts'
import { scriptsOf } from './commands.ts'
import { ScriptPicker } from './script-picker.tsx'
import { scriptTitle } from './script-texts.ts'

type NextTurnsProps = {
  readonly state: DirectorState
  readonly command: (body: object) => Promise<boolean>
}

/** The list of scripts that the next turns play, in order. */
export function NextTurns({ state, command }: NextTurnsProps) {
  const { data } = useQuery<ScenarioList>('scenarios')
  const [picked, setPicked] = useState('')
  const listed = scriptsOf(state)
  const play = (names: readonly string[]) => command({ next: names.length === 0 ? null : names })
  const add = () => {
    if (picked !== '') void play([...listed, picked])
  }
  const without = (index: number) => listed.toSpliced(index, 1)
  return (
    <section class="card stack" aria-labelledby="director-next">
      <h2 id="director-next">The next turns</h2>
      {listed.length === 0 ? (
        <p class="small faint">
          Each question chooses its script. Add scripts here to play them in order, whatever is
          asked.
        </p>
      ) : (
        <ol class="turn-list" aria-label="Scripts of the next turns">
          {listed.map((name, index) => (
            <li key={`${index} ${name}`} class="row row-middle">
              <span class="turn-title">
                {index + 1}. {scriptTitle(name)}
              </span>
              <span class="push row">
                <Button
                  kind="quiet"
                  disabled={index === 0}
                  label={`Move ${scriptTitle(name)} up`}
                  onClick={() => play(without(index).toSpliced(index - 1, 0, name))}
                >
                  <Icon name="up" />
                </Button>
                <Button
                  kind="quiet"
                  label={`Remove ${scriptTitle(name)}`}
                  onClick={() => play(without(index))}
                >
                  <Icon name="close" />
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && (
        <ScriptPicker
          scripts={data.scenarios}
          value={picked}
          onValue={setPicked}
          rows={7}
          onEnter={add}
        >
          <Button kind="primary" disabled={picked === ''} onClick={add}>
            Add to the list
          </Button>
          {listed.length > 0 && <Button onClick={() => play([])}>Empty the list</Button>}
        </ScriptPicker>
      )}
      {keyHint('g') !== undefined && (
        <p class="small faint">
          In the chat and on the stage, <kbd>g</kbd> asks the question of the next turn of the list,
          and <kbd>t</kbd> adds to it.
        </p>
      )}
    </section>
  )
}
