import type { FaultInput } from '../../../contract/fault.ts'
import { usePlatform } from '../../app/platform.ts'
import { refreshWorldStatus } from '../../control/world-status.ts'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'

/** Usual failures, by what breaks. */
const groups: Readonly<Record<string, Readonly<Record<string, FaultInput>>>> = {
  Streams: {
    'The next turn is cut': {
      match: { endpoint: 'chat.*' },
      times: 1,
      effect: { stream: { cut: { after_event: 5 } } },
    },
    'Each third turn is cut': {
      match: { endpoint: 'chat.*', every: 3 },
      effect: { stream: { cut: { after_event: 5 } } },
    },
    'The next turn stalls for 40 s': {
      match: { endpoint: 'chat.*' },
      times: 1,
      effect: { stream: { stall: { after_event: 3, for: '40s' } } },
    },
    'Turns have a malformed event': {
      match: { endpoint: 'chat.*' },
      effect: { stream: { malform: { event: 4, as: 'json' } } },
    },
    'Turns do not end': {
      match: { endpoint: 'chat.*' },
      effect: { stream: { without_end: true } },
    },
  },
  Errors: {
    'Every call fails with 500': { effect: { error: { code: 'internal_error' } } },
    'One call in ten fails': {
      match: { probability: 0.1 },
      effect: { error: { code: 'internal_error' } },
    },
    'Turns are rate limited': {
      match: { endpoint: 'chat.*' },
      effect: { error: { code: 'rate_limit_exceeded', retry_after: 30 } },
    },
  },
  Network: {
    'Every call is slow': { effect: { latency: { from: '1s', to: '3s' } } },
    'Nothing reaches the server': { effect: { connection: 'refused' } },
    'The next response is lost': { times: 1, effect: { connection: 'reset' } },
    'Bodies break off': { effect: { body: { truncate: 25 } } },
  },
}

/** Buttons that add a usual failure with one press. */
export function FaultPresets() {
  const { control } = usePlatform()
  const mutation = useMutation()
  const add = (about: string, fault: FaultInput) =>
    mutation.run(async () => {
      await control.send('POST', 'faults', { about, ...fault })
      await refreshWorldStatus(control)
    })
  return (
    <section class="card stack" aria-labelledby="fault-presets">
      <h2 id="fault-presets">Add with one press</h2>
      <div class="faults-presets">
        {Object.entries(groups).map(([group, presets]) => (
          <div key={group} class="stack" role="group" aria-label={group}>
            <h3>{group}</h3>
            <div class="row chips">
              {Object.entries(presets).map(([about, fault]) => (
                <Button key={about} onClick={() => add(about, fault)}>
                  {about}
                </Button>
              ))}
            </div>
          </div>
        ))}
      </div>
      <ErrorNotice message={mutation.error} />
    </section>
  )
}
