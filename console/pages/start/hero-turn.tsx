import { Fragment } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'

/**
 * The steps of the animation at which the connection is cut, and at which the stream is resumed.
 */
const [cutStep, resumeStep] = [13, 17]

const answerWords =
  'Your order is on its way and should arrive tomorrow before 12:00. Nothing points to a delay.'.split(
    ' ',
  )
/** The number of words that arrive before the connection is cut. */
const wordsBeforeCut = 7

/** The step of the animation at which each part appears. No part appears during the cut. */
const firstStepOf = { question: 0, thought: 2, tool: 3, result: 5, answer: 6, verdict: 28 } as const
const lastStep = 29

const isReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Returns the number of words that have arrived at a step of the animation. */
function wordCountAt(step: number): number {
  if (step < firstStepOf.answer) return 0
  if (step < resumeStep) return Math.min(step - firstStepOf.answer, wordsBeforeCut)
  return Math.min(wordsBeforeCut + step - resumeStep, answerWords.length)
}

/** The 22 events of the stream, 11 of them before the cut. An event arrives at its `step`. */
const events = Array.from({ length: 22 }, (_, cursor) => ({
  cursor,
  step: cursor < 11 ? cursor + 1 : resumeStep + cursor - 11,
}))

/** Animates a turn that is cut and resumed. A user who wants no motion sees only the end. */
export function HeroTurn() {
  const [step, setStep] = useState(isReducedMotion() ? lastStep : 0)
  const [isPaused, setPaused] = useState(false)
  const isOver = step >= lastStep
  useEffect(() => {
    if (isPaused || isOver) return undefined
    const timer = window.setTimeout(() => setStep(step + 1), step === cutStep ? 900 : 260)
    return () => window.clearTimeout(timer)
  }, [step, isPaused, isOver])
  const seenClass = (first: number) => (step >= first ? 'is-seen' : undefined)
  const isCut = step >= cutStep && step < resumeStep
  const pauseOrRestart = () => {
    if (isOver) setStep(0)
    else setPaused(!isPaused)
  }
  return (
    <section class="hero-turn" aria-label="A turn that is cut and resumed">
      <div
        class="hero-scene"
        role="img"
        aria-label="A question is asked: where is my order? The agent thinks, looks the order up and answers. The connection is cut after the event with cursor 10. It is resumed, and the rest arrives. No event is missing, and none is repeated."
        data-state={isOver ? 'complete' : isCut ? 'cut' : 'streaming'}
      >
        <p class={`hero-question ${seenClass(firstStepOf.question)}`}>Where is my order?</p>
        <p class={`hero-step ${seenClass(firstStepOf.thought)}`}>
          The order system knows where it is.
        </p>
        <p class={`hero-step ${seenClass(firstStepOf.tool)}`}>
          <code>orders_lookup</code> <span class={seenClass(firstStepOf.result)}>✓ 0.8 s</span>
        </p>
        <p class="hero-answer">
          {answerWords.map((word, at) => (
            <span key={at} class={at < wordCountAt(step) ? 'is-seen' : undefined}>
              {word}{' '}
            </span>
          ))}
        </p>
        <div class="hero-events">
          {events.map(({ cursor, step: at }) => (
            <Fragment key={cursor}>
              {cursor === 11 && <span class={seenClass(cutStep)}>cut</span>}
              <i class={seenClass(at)} data-after={cursor > 10 ? '' : undefined} />
            </Fragment>
          ))}
        </div>
        <p class="hero-verdict">
          <span class={isCut ? 'bad is-seen' : undefined}>Cut after cursor 10. Resuming …</span>
          <span class={isOver ? 'good is-seen' : undefined}>
            ✓ No event is missing, none is repeated
          </span>
        </p>
      </div>
      <Button kind="quiet" onClick={pauseOrRestart}>
        {isOver ? 'Play again' : isPaused ? 'Continue' : 'Pause'}
      </Button>
    </section>
  )
}
