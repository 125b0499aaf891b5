import { useEffect, useRef } from 'preact/hooks'
import { pageLocation, setParams, hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { errorMessage } from '../../control/hooks.ts'
import { toast } from '../../ui/feedback.tsx'
import { nextQuestion, sendCommand } from './commands.ts'

/** A link to the chat that plays a script, in the same world. */
export const linkToScript = (base: URL, name: string): string =>
  new URL(hrefOf('chat', { script: name }), base).href

/** Plays the script that the link of the page names, once its user is signed in. */
export function useLinkedScript(ask: ((question: string) => void) | undefined): void {
  const { control } = usePlatform()
  const script = pageLocation.value.params.get('script')
  const played = useRef<string>(undefined)
  useEffect(() => {
    if (script === null || ask === undefined || played.current === script) return
    played.current = script
    setParams({ script: undefined })
    const play = async () => {
      await sendCommand(control, { next: script })
      const question = await nextQuestion(control)
      if (question !== undefined) ask(question)
    }
    play().catch((error: unknown) => toast(errorMessage(error), 'bad'))
  }, [control, script, ask === undefined])
}
