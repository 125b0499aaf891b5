import { signal } from '@preact/signals'
import { Button } from '../ui/button.tsx'
import { Banner } from '../ui/feedback.tsx'
import { TextWithCode } from '../ui/text.tsx'
import { readStored, writeStored } from './browser-storage.ts'
import { navigate } from './location.ts'
import { usePlatform } from './platform.ts'

type TourStep = { readonly title: string; readonly text: string; readonly script: string }

/** The steps of the tour. Each step plays a script in the chat. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Watch an answer arrive',
    text: 'Sign in, and a question is asked for you. The timeline shows each event of the stream.',
    script: 'order-status',
  },
  {
    title: 'Cut a stream and resume it',
    text: 'Press `x` while the answer is typed. It resumes by itself, and no event is missing.',
    script: 'onboarding-plan',
  },
  {
    title: 'Decide on a tool call',
    text: 'The turn waits for your approval. Approve it with `a`, or reject it with `d`.',
    script: 'refund-approval',
  },
]

/** The step of the tour that is shown, counted from 0; `undefined` while no tour runs. */
const stepNumber = signal(parseStep(readStored('tour')))

function parseStep(text: string | undefined): number | undefined {
  const step = Number(text ?? -1)
  return tourSteps[step] === undefined ? undefined : step
}

/** Shows a step of the tour and plays its script; `undefined` ends the tour. */
export function showTourStep(step: number | undefined): void {
  stepNumber.value = step
  writeStored('tour', step === undefined ? undefined : String(step))
  const script = tourSteps[step ?? -1]?.script
  if (script !== undefined) navigate('chat', { script })
}

/** Shows the current step of the tour on every page. */
export function Tour() {
  const { hasControl } = usePlatform()
  const number = stepNumber.value ?? -1
  const step = tourSteps[number]
  if (step === undefined || !hasControl) return null
  const isLast = number === tourSteps.length - 1
  return (
    <Banner
      tone="info"
      label="Tour"
      actions={
        <>
          {!isLast && <Button onClick={() => showTourStep(number + 1)}>Next</Button>}
          <Button kind="quiet" onClick={() => showTourStep(undefined)}>
            End the tour
          </Button>
        </>
      }
    >
      <p role="status">
        <strong>
          {number + 1} of {tourSteps.length}: {step.title}.
        </strong>{' '}
        <TextWithCode text={step.text} tag="kbd" />
      </p>
    </Banner>
  )
}
