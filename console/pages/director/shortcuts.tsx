import { useContext, useState, useEffect, useRef } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { errorMessage } from '../../control/hooks.ts'
import { createShortcut, useShortcuts } from '../../keys/shortcuts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/feedback.tsx'
import { ResetDialog, ScriptDialog, SayForm, type SayCommand } from './dialogs.tsx'
import { resetWorld, saveWorld, restoreSavedWorld } from '../../control/saved-world.ts'
import { AudienceContext } from '../../app/audience.ts'
import { scriptTitle } from './script-texts.ts'
import {
  addScript,
  changeSpeed,
  nextQuestion,
  sendCommand,
  togglePause,
  changeScripts,
} from './commands.ts'
import { pageLocation, setParams } from '../../app/location.ts'

type DirectorShortcutsProps = {
  readonly onDone?: () => void
  /**
   * Returns the id of the shown conversation. If it returns an id, only that conversation gets
   * texts.
   */
  readonly conversation?: () => string | undefined
  /** Asks a question in the chat; `undefined` if the page has no chat or nobody is signed in. */
  readonly ask?: AskQuestion | undefined
}

/** The keyboard shortcuts of the director; a toast shows the result of each. */
export function DirectorShortcuts({ onDone, conversation, ask }: DirectorShortcutsProps) {
  const isForAudience = useContext(AudienceContext)
  const platform = usePlatform()
  const { control } = platform
  useLinkedScript(ask)
  const [dialog, setDialog] = useState<'script' | 'message' | 'reset'>()
  const close = () => setDialog(undefined)

  async function runWithToast(work: () => Promise<string>): Promise<void> {
    try {
      toast(await work())
    } catch (error) {
      toast(errorMessage(error), 'bad')
    }
    onDone?.()
  }
  const doWithToast = (message: string, work: () => Promise<void>) =>
    runWithToast(() => work().then(() => message))
  const askNext = async () => {
    if (ask === undefined)
      throw new Error('This key only works on the chat or the stage, after you sign in.')
    const question = await nextQuestion(control)
    if (question === undefined)
      throw new Error(`The list of turns is empty.${isForAudience ? '' : ' Press t to add one.'}`)
    ask(question)
    return `Asked: ${question}`
  }
  const restore = async () => {
    if (!(await restoreSavedWorld(platform)))
      throw new Error('No state is saved. Press k to save it.')
    return 'The saved state was restored'
  }

  /** These keys open a dialog or replace the world, so an audience must not see them pressed. */
  const backstageShortcuts = [
    createShortcut('t', 'Add a turn to the list', () => setDialog('script')),
    createShortcut('w', 'Send a text as the agent', () => setDialog('message')),
    createShortcut('k', 'Save the state of the world', () =>
      doWithToast('State saved. Press r to restore it', () => saveWorld(platform)),
    ),
    createShortcut('r', 'Restore the saved state', () => runWithToast(restore)),
    createShortcut('b', 'Reset the world', () => setDialog('reset')),
  ]
  useShortcuts({
    title: 'Direct',
    shortcuts: [
      createShortcut('p', 'Pause or resume', () => runWithToast(() => togglePause(control))),
      createShortcut('n', 'Step: one event, then pause', () =>
        doWithToast('Stepped', () => sendCommand(control, { step: true })),
      ),
      createShortcut('s', 'Skip the wait for the next event', () =>
        doWithToast('Skipped', () => sendCommand(control, { skip: true })),
      ),
      {
        ...createShortcut('+', 'Faster', () => runWithToast(() => changeSpeed(control, 1))),
        keys: ['+', '='],
      },
      createShortcut('-', 'Slower', () => runWithToast(() => changeSpeed(control, -1))),
      createShortcut('g', 'Ask for the next turn of the list', () => runWithToast(askNext)),
      ...(isForAudience ? [] : backstageShortcuts),
    ],
  })

  if (dialog === 'reset') {
    const reset = () => doWithToast('The world was reset', () => resetWorld(platform))
    return <ResetDialog onReset={reset} onClose={close} />
  }
  if (dialog === 'message') {
    const say = (text: SayCommand) => {
      close()
      const id = conversation?.()
      const body = { ...text, ...(id !== undefined && { conversation_id: id }) }
      void doWithToast('The agent will send this text', () => sendCommand(control, body))
    }
    return (
      <Dialog title="Send a text as the agent" onClose={close}>
        <SayForm autofocus onSay={say} />
      </Dialog>
    )
  }
  if (dialog === 'script') {
    const add = (name: string) =>
      doWithToast(`Added: ${scriptTitle(name)}`, () => addScript(control, name))
    return <ScriptDialog onAdd={add} onClose={close} />
  }
  return null
}

/** Asks a question in the chat of the page. With `isNew`, a new conversation starts. */
type AskQuestion = (question: string, options?: { readonly isNew: boolean }) => void

/** Plays the script that the page's URL names, once the user is signed in. */
function useLinkedScript(ask: AskQuestion | undefined): void {
  const { control } = usePlatform()
  const script = pageLocation.value.params.get('script')
  const playedScript = useRef<string>(undefined)
  useEffect(() => {
    // The next link may name the same script again.
    if (script === null) playedScript.current = undefined
    if (script === null || ask === undefined || playedScript.current === script) return
    playedScript.current = script
    setParams({ script: undefined })
    const play = async () => {
      await changeScripts(control, (scripts) => [script, ...scripts])
      const question = await nextQuestion(control)
      // The second part of a script continues the conversation of the first one.
      if (question !== undefined) ask(question, { isNew: !/\/[2-9]$/.test(script) })
    }
    play().catch((error: unknown) => toast(errorMessage(error), 'bad'))
  }, [control, script, ask === undefined])
}
