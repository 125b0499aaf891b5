import { pageLocation, setParams, type Params } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import type { JournalLine } from '../../../contract/control/journal.ts'

/** The filters of the journal in the URL. `status` and `endpoint` are applied by the server. */
const filterNames = ['endpoint', 'status', 'text', 'kind', 'fault'] as const

/** Frequent filters, each with the parameters that it sets. */
const presets: readonly (readonly [label: string, params: Params])[] = [
  ['4xx', { status: '4xx' }],
  ['5xx', { status: '5xx' }],
  ['Turns', { endpoint: 'chat.*' }],
  ['Broken streams', { kind: 'broken' }],
  ['With faults', { kind: 'faults' }],
]

/** Whether a call passes the filters that the page applies, other than the text. */
export function matchesKind(call: JournalLine, params: URLSearchParams): boolean {
  const fault = params.get('fault')
  if (fault !== null && !call.faults.includes(fault)) return false
  const kind = params.get('kind')
  if (kind === 'faults') return call.faults.length > 0
  if (kind === 'broken') return call.stream?.state === 'cut' || call.status === null
  return true
}

const clear = (names: readonly string[]) =>
  setParams(Object.fromEntries(names.map((name) => [name, undefined])))

/** Switches for frequent filters, and for the active filters without a field. */
export function FilterChips() {
  const { params } = pageLocation.value
  const isOn = (preset: Params) =>
    Object.entries(preset).every(([name, value]) => params.get(name) === value)
  const fault = params.get('fault')
  const active = filterNames.filter((name) => params.get(name))
  return (
    <div class="row chips" role="group" aria-label="Quick filters">
      {presets.map(([label, preset]) => (
        <Button
          key={label}
          pressed={isOn(preset)}
          onClick={() => (isOn(preset) ? clear(Object.keys(preset)) : setParams(preset))}
        >
          {label}
        </Button>
      ))}
      {fault !== null && (
        <Button pressed onClick={() => clear(['fault'])}>
          Fault {fault}
        </Button>
      )}
      {active.length > 0 && (
        <Button kind="quiet" onClick={() => clear(active)}>
          Show all calls
        </Button>
      )}
    </div>
  )
}
