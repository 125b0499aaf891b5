import { useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { probeAccess, usePlatform } from './platform.ts'
import { endsIn, meetAnother, startAfresh, useWatchOverVisit } from './visitor.ts'

/** Tells a visitor on every page what this is, and how long their world lasts. */
export function VisitorBanner() {
  const { access, refusal } = usePlatform()
  useWatchOverVisit(probeAccess)
  if (access === 'ended')
    return (
      <Notice tone="bad" title="This page has no world.">
        {refusal} <Button onClick={meetAnother}>Load the page</Button>
      </Notice>
    )
  if (access !== 'open') return null
  return (
    <div class="notice tone-plain visitor-banner">
      <p>
        <strong>A stand-in with invented data.</strong> This world is yours alone; left alone it
        ends in {spell(endsIn.value ?? 0)}.
      </p>
      <StartAfresh />
    </div>
  )
}

function StartAfresh() {
  const { control } = usePlatform()
  const [sure, setSure] = useState(false)
  const [problem, setProblem] = useState<string>()
  const begin = () =>
    startAfresh(control).catch((error: unknown) => setProblem((error as Error).message))
  if (!sure)
    return (
      <Button kind="quiet" onClick={() => setSure(true)}>
        Start afresh
      </Button>
    )
  return (
    <span class="row row-middle">
      {problem !== undefined && <span role="alert">{problem}</span>}
      <Button kind="danger" onClick={begin}>
        Leave this world for good
      </Button>
      <Button kind="quiet" onClick={() => setSure(false)}>
        Keep it
      </Button>
    </span>
  )
}

function spell(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes <= 1) return 'less than a minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
