import { callOf } from '../../../contract/control/call.ts'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation, useQuery } from '../../control/hooks.ts'
import { refreshWorldStatus, useWorldStatus } from '../../control/world-status.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Timestamp } from '../../ui/text.tsx'
import type { TurnConnection } from './model/turn-reader.ts'

type FrozenNoticeProps = {
  readonly link: TurnConnection | undefined
  /** The number of events received, because each of them changes what falls due next. */
  readonly events: number
}

/** Says where a turn waits while the clock of its world is frozen, and lets it go on. */
export function FrozenNotice({ link, events }: FrozenNoticeProps) {
  const { hasControl } = usePlatform()
  const isFrozen = useWorldStatus()?.time.frozen === true
  const isReading = link?.state === 'open' || link?.state === 'asking'
  return hasControl && isFrozen && isReading ? <Waiting events={events} /> : null
}

function Waiting({ events }: Pick<FrozenNoticeProps, 'events'>) {
  const { control } = usePlatform()
  const { data } = useQuery(callOf('GET clock/due'), events)
  const mutation = useMutation()
  const move = (body: { readonly advance: 'next' } | { readonly resume: true }) =>
    mutation.run(async () => {
      await control.call('POST clock', { body })
      await refreshWorldStatus(control)
    })
  const next = data?.due.find(({ kind }) => kind === 'event')
  return (
    <Notice tone="warn" title="The clock of this world is frozen: the turn waits. ">
      {next !== undefined && (
        <>
          It is <Timestamp iso={data?.now ?? next.at} />; the next event is due at{' '}
          <Timestamp iso={next.at} />.{' '}
        </>
      )}
      <span class="row">
        <Button busy={mutation.busy} onClick={() => move({ advance: 'next' })}>
          Advance to what is due next
        </Button>
        <Button busy={mutation.busy} onClick={() => move({ resume: true })}>
          Resume the clock
        </Button>
        <a class="button button-quiet" href={hrefOf('clock')}>
          Clock
        </a>
      </span>
    </Notice>
  )
}
