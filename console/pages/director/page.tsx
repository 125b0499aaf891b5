import { callOf } from '../../../contract/control/call.ts'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { hrefOf, pageLocation } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation, usePolling, useQuery } from '../../control/hooks.ts'
import { keyHint } from '../../keys/shortcuts.ts'
import { Button, Icon } from '../../ui/button.tsx'
import { Badge, ErrorNotice, Notice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields.tsx'
import type {
  DirectorState,
  RunningTurn,
  TurnOutline,
  TurnPart,
} from '../../../contract/control/director.ts'
import {
  changeScripts,
  type DirectorCommand,
  type ScriptsChange,
  sendCommand,
  speeds,
  waitingScripts,
} from './commands.ts'
import { DirectorShortcuts } from './shortcuts.tsx'
import { WorldControls } from './world-controls.tsx'
import { RecordedScript } from './recorded-script.tsx'
import { ScriptPicker } from './script-picker.tsx'
import { scriptTitle } from './script-texts.ts'
import { formatSeconds } from '../../ui/describe-time.ts'
import { type SayCommand, SayForm } from './dialogs.tsx'
import { shorten } from '../../../contract/shorten.ts'

/** Shows the running turns of the world, with controls for running turns and next turns. */
export function DirectorPage() {
  const { state, command, changeScriptList, mutation, refetch } = useDirector()
  const recordedCall = pageLocation.value.params.get('call')
  const paused = state?.paused === true
  const pause = () => command(paused ? { resume: true } : { pause: true })
  const step = () => command({ step: true })
  const skip = () => command({ skip: true })
  if (state === undefined) return null
  const speed = String(state.speed)
  const isIdle = state.turns.length === 0
  return (
    <>
      <DirectorShortcuts onDone={refetch} />
      {recordedCall !== null && <RecordedScript key={recordedCall} number={recordedCall} />}
      <p class="faint">
        Control the turns of the <a href={hrefOf('chat')}>chat</a> and of any other client. The
        stage shows the chat to an audience in a separate window.{' '}
        <span class="key-hint">
          <kbd>p</kbd>, <kbd>n</kbd> and <kbd>s</kbd> work there, too.
        </span>
      </p>
      <section class="card row director-controls" aria-label="Playback">
        <Button kind={paused ? 'primary' : 'plain'} shortcut={keyHint('p')} onClick={pause}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button shortcut={keyHint('n')} disabled={isIdle} onClick={step}>
          Step
        </Button>
        <Button shortcut={keyHint('s')} disabled={isIdle} onClick={skip}>
          Skip the wait
        </Button>
        <SelectField
          label="Speed"
          hideLabel
          value={speed}
          options={[...new Set([...speeds.map(String), speed])].map((each) => [
            each,
            `Speed × ${each}`,
          ])}
          onValue={(next) => command({ speed: next === 'max' ? 'max' : Number(next) })}
        />
        <span role="status" class="faint small">
          {paused && <Badge tone="warn">paused</Badge>} {isIdle && 'No turn is running.'}
        </span>
        <a class="button push" href={hrefOf('stage')} target="_blank" rel="opener">
          Open the stage
        </a>
      </section>
      <NextNotice state={state} onChange={changeScriptList} />
      <ErrorNotice message={mutation.error} />
      <div class="director-forms">
        <div class="stack">
          <Teleprompter turns={state.turns} />
          <NextTurns state={state} onChange={changeScriptList} />
        </div>
        <div class="stack">
          <SayTextSection command={command} />
          <AnsweredSection state={state} command={command} />
          <section class="card stack" aria-labelledby="director-return">
            <h2 id="director-return">The world</h2>
            <WorldControls hasShortcuts />
          </section>
        </div>
      </div>
    </>
  )
}

type AnsweredSectionProps = {
  readonly state: DirectorState
  readonly command: (body: DirectorCommand) => Promise<boolean>
}

function SayTextSection({ command }: Pick<AnsweredSectionProps, 'command'>) {
  const [sent, setSent] = useState<SayCommand>()
  const say = async (text: SayCommand) => {
    setSent(undefined)
    const isSent = await command(text)
    if (isSent) setSent(text)
    return isSent
  }
  return (
    <section class="card stack" aria-labelledby="director-say">
      <h2 id="director-say">Send a text as the agent</h2>
      <SayForm onSay={say} />
      <p class="small" role="status">
        {sent && `Sent: ${sent.say}`}
      </p>
    </section>
  )
}

/**
 * Lists the answers of a model. A button beside an answer keeps it as a script for further turns.
 */
function AnsweredSection({ state: { answered = [] }, command }: AnsweredSectionProps) {
  if (answered.length === 0) return null
  return (
    <section class="card stack" aria-labelledby="director-answered">
      <h2 id="director-answered">Answered by the model</h2>
      <ul class="turn-list">
        {answered.toReversed().map(({ script, about }) => (
          <li key={script} class="row row-middle">
            <span class="turn-title small">{about}</span>
            <Button kind="quiet" onClick={() => command({ keep: script })}>
              Play it the same way each time
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The interval in milliseconds at which the state of the director and its turns are fetched. */
const pollInterval = 500

/** Returns the state of the director, and functions that send commands to it. */
function useDirector() {
  const { control } = usePlatform()
  const { data: state, refetch } = useQuery(callOf('GET director'))
  const mutation = useMutation()
  usePolling(refetch, pollInterval)
  // The response to a command may arrive before the effect, so the state is fetched again.
  const run = (work: Promise<void>) => mutation.run(() => work.then(refetch))
  const command = (body: DirectorCommand) => run(sendCommand(control, body))
  const changeScriptList: NextTurnsProps['onChange'] = (change, options) =>
    run(changeScripts(control, change, options))
  return { state, command, changeScriptList, mutation, refetch }
}

type NextTurnsProps = {
  readonly state: DirectorState
  readonly onChange: (
    change: ScriptsChange,
    options?: { readonly dropsText: true },
  ) => Promise<boolean>
}

/**
 * Says which script or text the next turn plays for any question. A button cancels the script or
 * text.
 */
function NextNotice({ state: { waiting }, onChange }: NextTurnsProps) {
  if (waiting === null) return null
  const script = 'next' in waiting ? waiting.next : undefined
  // A waiting text is not in the list of scripts, so the list stays as it is.
  const takeBack = (scripts: readonly string[]) =>
    scripts[0] === script ? scripts.slice(1) : scripts
  return (
    <Notice tone="warn">
      {'next' in waiting
        ? `The next question plays “${scriptTitle(waiting.next)}”, whatever it asks.`
        : `The next turn ${waiting.aside ? 'first says' : 'only says'}: ${waiting.say}`}{' '}
      <Button onClick={() => onChange(takeBack, { dropsText: true })}>Take it back</Button>
    </Notice>
  )
}

/** Shows the list of scripts that the next turns play, with buttons to change it. */
function NextTurns({ state, onChange }: NextTurnsProps) {
  const { data } = useQuery(callOf('GET scenarios'))
  const [picked, setPicked] = useState('')
  const names = waitingScripts(state)
  const add = () => {
    if (picked !== '') void onChange((scripts) => [...scripts, picked])
  }
  const { section, focusLater } = useListFocus(names)
  /** Removes a script from the list. With `isUp`, moves the script one position up instead. */
  const moveUpOrRemove = (name: string, index: number, isUp: boolean) => {
    focusLater({ index: isUp ? index - 1 : index, isUp })
    void onChange((scripts) => {
      const at = scripts[index] === name ? index : scripts.indexOf(name)
      if (at < 0) return scripts
      const others = scripts.toSpliced(at, 1)
      return isUp ? others.toSpliced(Math.max(0, at - 1), 0, name) : others
    })
  }
  return (
    <section ref={section} class="card stack" aria-labelledby="director-next">
      <h2 id="director-next">The next turns</h2>
      <h3 class="small">List</h3>
      {names.length === 0 ? (
        <p class="small faint turn-list-empty">
          Empty: each question chooses its script. Scripts of the list play in order, whatever is
          asked.
        </p>
      ) : (
        <ol class="turn-list" aria-label="Scripts of the next turns">
          {names.map((name, index) => (
            <li key={`${index} ${name}`} class="row row-middle">
              <span class="turn-title">
                {index + 1}. {scriptTitle(name)}
              </span>
              <span class="push row">
                <Button
                  kind="quiet"
                  disabled={index === 0}
                  label={`Move ${scriptTitle(name)} up`}
                  onClick={() => moveUpOrRemove(name, index, true)}
                >
                  <Icon name="up" />
                </Button>
                <Button
                  kind="quiet"
                  label={`Remove ${scriptTitle(name)}`}
                  onClick={() => moveUpOrRemove(name, index, false)}
                >
                  <Icon name="close" />
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && (
        <ScriptPicker scripts={data.scenarios} value={picked} onValue={setPicked} onEnter={add}>
          <Button kind="primary" disabled={picked === ''} onClick={add}>
            Add to the list
          </Button>
          {names.length > 0 && <Button onClick={() => onChange(() => [])}>Empty the list</Button>}
        </ScriptPicker>
      )}
      {keyHint('g') !== undefined && (
        <p class="small faint key-hint">
          In the chat and on the stage, <kbd>g</kbd> asks the question of the next turn of the list.
          In the chat, <kbd>t</kbd> adds to it.
        </p>
      )}
    </section>
  )
}

/**
 * After the pressed button of a list has disappeared, focuses a similar button or the search field.
 */
function useListFocus(names: readonly string[]) {
  const section = useRef<HTMLElement>(null)
  const next = useRef<{ readonly index: number; readonly isUp: boolean }>(undefined)
  useLayoutEffect(() => {
    if (next.current === undefined) return
    const { index, isUp } = next.current
    next.current = undefined
    if (document.activeElement !== document.body) return
    const row = section.current?.querySelectorAll('li')[Math.min(index, names.length - 1)]
    const like = isUp ? 'button:enabled' : 'button:last-child'
    const target = row ?? section.current
    target?.querySelector<HTMLElement>(row ? like : 'input')?.focus()
  }, [names.join()])
  return { section, focusLater: (place: typeof next.current) => (next.current = place) }
}

/** Shows for each running turn the text that was sent, and the next events with their times. */
function Teleprompter({ turns }: { readonly turns: readonly RunningTurn[] }) {
  if (turns.length === 0) return null
  return (
    <section class="stack" aria-label="Running turns">
      {turns.map((turn) => (
        <PromptedTurn key={turn.id} turn={turn} />
      ))}
    </section>
  )
}

function PromptedTurn({ turn }: { readonly turn: RunningTurn }) {
  const { id, question, script, events, awaiting, conversation_id: conversation } = turn
  // Fetched only while `turn` is in the director's state: the server has no outline of a finished
  // turn.
  const { data } = useQuery(callOf('GET director/turns/{id}', { params: { id } }), turn, false)
  const title = question === '' ? 'A turn' : `“${question}”`
  return (
    <article class="card stack prompter" aria-label={`Turn: ${question}`}>
      <header class="row row-middle">
        <h2>
          {conversation === null ? title : <a href={hrefOf('chat', { conversation })}>{title}</a>}
        </h2>
        <span class="faint small">
          {script === null ? 'a generated answer' : scriptTitle(script)} ·{' '}
          <span class="prompter-events">{events}</span> {events === 1 ? 'event' : 'events'} sent
        </span>
        {awaiting !== null && <Badge tone="warn">waiting for approval</Badge>}
      </header>
      {data !== undefined && <OutlineParts outline={data} isWaiting={awaiting !== null} />}
    </article>
  )
}

type OutlinePartsProps = {
  readonly outline: TurnOutline
  /** Whether the next events wait for an approval. */
  readonly isWaiting: boolean
}

const OutlineParts = ({ outline, isWaiting }: OutlinePartsProps) => (
  <div class="prompter-parts">
    <section aria-label="Said">
      <h3>Said</h3>
      <ol class="prompter-list prompter-sent" tabIndex={0} aria-label="Parts that were sent">
        {outline.sent.slice(-4).map((part, index) => (
          <OutlinePart key={index} part={part} text={endOfText(part.text, 400)} />
        ))}
      </ol>
    </section>
    <section aria-label="Comes next">
      <h3>{isWaiting ? 'Comes next, after the approval' : 'Comes next'}</h3>
      <ol class="prompter-list" tabIndex={0} aria-label="Parts that come next">
        {outline.upcoming.slice(0, 8).map((part, index) => (
          <OutlinePart
            key={index}
            part={part}
            text={shorten(part.text, 400)}
            {...(!isWaiting && { time: timeUntil(part.at, outline.now) })}
          />
        ))}
      </ol>
    </section>
  </div>
)

type OutlinePartProps = { readonly part: TurnPart; readonly text: string; readonly time?: string }

const OutlinePart = ({ part, text, time }: OutlinePartProps) => (
  <li class={`prompter-part prompter-${part.kind}`}>
    <span class="small faint">
      {partVerbs[part.kind]} {time !== undefined && <span class="prompter-time">{time}</span>}
    </span>
    <span class="prompter-text">{text}</span>
  </li>
)

const partVerbs: Readonly<Record<TurnPart['kind'], string>> = {
  thought: 'Thinks',
  tool: 'Calls a tool',
  result: 'Gets its result',
  approval: 'Asks for approval',
  plan: 'Phase',
  step: 'Begins a step',
  answer: 'Says',
  event: 'Then',
}

const endOfText = (text: string, length: number): string =>
  text.length <= length ? text : `… ${text.slice(-length)}`

function timeUntil(at: string, now: string): string {
  const seconds = (Date.parse(at) - Date.parse(now)) / 1000
  return seconds <= 0.05 ? 'now' : `in ${formatSeconds(seconds)}`
}
