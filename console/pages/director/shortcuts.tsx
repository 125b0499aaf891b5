import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { errorMessage } from '../../control/hooks.ts'
import { onKey, useShortcuts } from '../../keys/shortcuts.ts'
import { toast } from '../../ui/feedback.tsx'
import { ResetDialog, ScriptDialog, SayDialog } from './dialogs.tsx'
import { resetWorld, saveWorld, restoreSavedWorld } from '../../control/saved-world.ts'
import { changeSpeed, sendCommand, togglePause } from './commands.ts'

/** Directs the world of the page by keys alone; what was done is said in a corner. */
export function DirectorShortcuts({ onDone }: { readonly onDone?: () => void }) {
  const platform = usePlatform()
  const { control } = platform
  const [asking, setAsking] = useState<'script' | 'words' | 'anew'>()
  const close = () => setAsking(undefined)

  async function act(work: () => Promise<string>): Promise<void> {
    try {
      toast(await work())
    } catch (error) {
      toast(errorMessage(error), 'bad')
    }
    onDone?.()
  }
  const order = (body: object, words: string) =>
    act(async () => {
      await sendCommand(control, body)
      return words
    })
  const goBack = async () => {
    if (!(await restoreSavedWorld(platform)))
      throw new Error('Nothing was kept: k keeps the world.')
    return 'As it was kept'
  }
  const renew = async () => {
    await resetWorld(platform)
    return 'The world began anew'
  }
  const store = async () => {
    await saveWorld(platform)
    return 'Kept: r returns to it'
  }

  useShortcuts({
    title: 'Direct',
    shortcuts: [
      onKey('p', 'Pause, or go on', () => act(() => togglePause(control))),
      onKey('n', 'Next event, then pause', () => order({ step: true }, 'One step')),
      onKey('s', 'Skip the pause', () => order({ skip: true }, 'Skipped')),
      { ...onKey('+', 'Faster', () => act(() => changeSpeed(control, 1))), keys: ['+', '='] },
      onKey('-', 'Slower', () => act(() => changeSpeed(control, -1))),
      onKey('t', 'Script of the next turn', () => setAsking('script')),
      onKey('w', 'Words of the agent', () => setAsking('words')),
      onKey('k', 'Keep the world as it is', () => act(store)),
      onKey('r', 'Return to what was kept', () => act(goBack)),
      onKey('b', 'Begin anew', () => setAsking('anew')),
    ],
  })

  if (asking === 'anew') return <ResetDialog onReset={() => act(renew)} onClose={close} />
  if (asking === 'words') {
    const say = (text: string) => order({ say: text }, 'The agent says it')
    return <SayDialog onSay={say} onClose={close} />
  }
  if (asking === 'script') {
    const play = (name: string | null) => order({ next: name }, `Next: ${name ?? 'what fits'}`)
    return <ScriptDialog onScript={play} onClose={close} />
  }
  return null
}
