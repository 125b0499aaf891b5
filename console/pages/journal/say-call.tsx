import type { CallLine } from '../../control/answers.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Readonly<Record<number, Tone>> = { 2: 'good', 3: 'info', 4: 'warn', 5: 'bad' }

/** The status of a call; one whose connection was reset has none. */
export const Status = ({ status }: { readonly status: number | null }) =>
  status === null ? (
    <Badge tone="bad">reset</Badge>
  ) : (
    <Badge tone={tones[Math.floor(status / 100)] ?? 'plain'}>{status}</Badge>
  )

const states: Readonly<Record<NonNullable<CallLine['stream']>['state'], readonly [Tone, string]>> =
  {
    open: ['info', 'streams'],
    end: ['good', 'whole'],
    left: ['plain', 'reader left'],
    cut: ['bad', 'cut'],
  }

/** How the stream of a call stands, and how much its reader was handed. */
export function StreamState({ stream }: Pick<CallLine, 'stream'>) {
  if (stream === null) return null
  const [tone, words] = states[stream.state]
  return (
    <>
      <Badge tone={tone}>{words}</Badge>{' '}
      <span class="small">
        {stream.events} {stream.events === 1 ? 'event' : 'events'}
      </span>
    </>
  )
}

/** Who called, by a token or by a key. */
export const sayCaller = ({ caller }: CallLine): string => {
  if (caller === null) return '–'
  return caller.key === null ? caller.email : `${caller.email} (key ${caller.key.name})`
}
