import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { wordsOf } from '../../control/use-asked.ts'
import { onKey, useShortcuts } from '../../keys/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import { AnewDialog } from './anew-dialog.tsx'
import { beginAnew, keep, returnToKept } from './kept-world.ts'
import { changeSpeed, giveOrder, pauseOrGoOn } from './orders.ts'
import { ScriptDialog } from './script-dialog.tsx'
import { WordsDialog } from './words-dialog.tsx'

/** Directs the world of the page by keys alone; what was done is said in a corner. */
export function DirectorKeys({ onDone }: { readonly onDone?: () => void }) {
  const platform = usePlatform()
  const { control } = platform
  const [asking, setAsking] = useState<'script' | 'words' | 'anew'>()
  const close = () => setAsking(undefined)

  async function act(work: () => Promise<string>): Promise<void> {
    try {
      toast(await work())
    } catch (error) {
      toast(wordsOf(error), 'bad')
    }
    onDone?.()
  }
  const order = (body: object, words: string) =>
    act(async () => {
      await giveOrder(control, body)
      return words
    })
  const goBack = async () => {
    if (!(await returnToKept(platform))) throw new Error('Nothing was kept: k keeps the world.')
    return 'As it was kept'
  }
  const renew = async () => {
    await beginAnew(platform)
    return 'The world began anew'
  }
  const store = async () => {
    await keep(platform)
    return 'Kept: r returns to it'
  }

  useShortcuts({
    title: 'Direct',
    shortcuts: [
      onKey('p', 'Pause, or go on', () => act(() => pauseOrGoOn(control))),
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

  if (asking === 'anew') return <AnewDialog onAnew={() => act(renew)} onClose={close} />
  if (asking === 'words') {
    const say = (text: string) => order({ say: text }, 'The agent says it')
    return <WordsDialog onWords={say} onClose={close} />
  }
  if (asking === 'script') {
    const play = (name: string | null) => order({ next: name }, `Next: ${name ?? 'what fits'}`)
    return <ScriptDialog onScript={play} onClose={close} />
  }
  return null
}
