import { useEffect, useRef } from 'preact/hooks'
import { pageLocation, setParams } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { errorMessage } from '../../control/hooks.ts'
import { toast } from '../../ui/feedback.tsx'
import { changeScripts, nextQuestion } from './commands.ts'

/** Asks a question in the chat of the page. With `isNew`, a new conversation starts. */
export type AskQuestion = (question: string, options?: { readonly isNew: boolean }) => void

/** Plays the script that the page's URL names, once the user is signed in. */
export function useLinkedScript(ask: AskQuestion | undefined): void {
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
