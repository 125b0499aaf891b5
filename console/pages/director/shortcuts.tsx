import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { errorMessage } from '../../control/hooks.ts'
import { onKey, useShortcuts } from '../../keys/shortcuts.ts'
import { toast } from '../../ui/feedback.tsx'
import { ResetDialog, ScriptDialog, SayDialog, type SayCommand } from './dialogs.tsx'
import { resetWorld, saveWorld, restoreSavedWorld } from '../../control/saved-world.ts'
import { type AskQuestion, useLinkedScript } from './linked-script.ts'
import { scriptTitle } from './script-texts.ts'
import {
  type DirectorCommand,
  addScript,
  changeSpeed,
  nextQuestion,
  sendCommand,
  togglePause,
} from './commands.ts'

type DirectorShortcutsProps = {
  readonly onDone?: () => void
  /** Returns the id of the shown conversation. Texts are then sent only in its turns. */
  readonly conversation?: () => string | undefined
  /** Asks a question in the chat; `undefined` if the page has no chat or nobody is signed in. */
  readonly ask?: AskQuestion | undefined
}

/** The keyboard shortcuts of the director; a toast shows the result of each. */
export function DirectorShortcuts({ onDone, conversation, ask }: DirectorShortcutsProps) {
  const platform = usePlatform()
  const { control } = platform
  useLinkedScript(ask)
  const [dialog, setDialog] = useState<'script' | 'message' | 'reset'>()
  const close = () => setDialog(undefined)

  async function act(work: () => Promise<string>): Promise<void> {
    try {
      toast(await work())
    } catch (error) {
      toast(errorMessage(error), 'bad')
    }
    onDone?.()
  }
  const command = (body: DirectorCommand, message: string) =>
    act(async () => {
      await sendCommand(control, body)
      return message
    })
  const askNext = async () => {
    if (ask === undefined) throw new Error('Use this key on the chat or the stage, signed in.')
    const question = await nextQuestion(control)
    if (question === undefined) throw new Error('The list of turns is empty. Press t to add one.')
    ask(question)
    return `Asked: ${question}`
  }
  const restore = async () => {
    if (!(await restoreSavedWorld(platform)))
      throw new Error('No state is saved. Press k to save it.')
    return 'The saved state was restored'
  }
  const reset = async () => {
    await resetWorld(platform)
    return 'The world was reset'
  }
  const save = async () => {
    await saveWorld(platform)
    return 'State saved. Press r to restore it'
  }

  useShortcuts({
    title: 'Direct',
    shortcuts: [
      onKey('p', 'Pause or resume', () => act(() => togglePause(control))),
      onKey('n', 'Step: one event, then pause', () => command({ step: true }, 'Stepped')),
      onKey('s', 'Skip the wait for the next event', () => command({ skip: true }, 'Skipped')),
      { ...onKey('+', 'Faster', () => act(() => changeSpeed(control, 1))), keys: ['+', '='] },
      onKey('-', 'Slower', () => act(() => changeSpeed(control, -1))),
      onKey('t', 'Add a turn to the list', () => setDialog('script')),
      onKey('g', 'Ask for the next turn of the list', () => act(askNext)),
      onKey('w', 'Send a text as the agent', () => setDialog('message')),
      onKey('k', 'Save the state of the world', () => act(save)),
      onKey('r', 'Restore the saved state', () => act(restore)),
      onKey('b', 'Reset the world', () => setDialog('reset')),
    ],
  })

  if (dialog === 'reset') return <ResetDialog onReset={() => act(reset)} onClose={close} />
  if (dialog === 'message') {
    const say = (text: SayCommand) => {
      const id = conversation?.()
      const body = { ...text, ...(id !== undefined && { conversation_id: id }) }
      return command(body, 'The agent will send this text')
    }
    return <SayDialog onSay={say} onClose={close} />
  }
  if (dialog === 'script') {
    const add = (name: string) =>
      act(async () => {
        await addScript(control, name)
        return `Added: ${scriptTitle(name)}`
      })
    return <ScriptDialog onAdd={add} onClose={close} />
  }
  return null
}
