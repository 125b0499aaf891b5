import { pageLocation, setParams, type Params } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import type { JournalLine } from '../../../contract/control/journal.ts'

/** The filters of the journal in the URL. `status` and `endpoint` are applied by the server. */
export const filterNames = ['endpoint', 'status', 'text', 'kind', 'fault'] as const

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

/** Switches for frequent filters; active filters can be removed one by one. */
export function FilterChips() {
  const { params } = pageLocation.value
  const isOn = (preset: Params) =>
    Object.entries(preset).every(([name, value]) => params.get(name) === value)
  const covered = presets
    .filter(([, preset]) => isOn(preset))
    .flatMap(([, preset]) => Object.keys(preset))
  const others = filterNames.filter((name) => params.get(name) && !covered.includes(name))
  const active = filterNames.filter((name) => params.get(name))
  const clear = (names: readonly string[]) =>
    setParams(Object.fromEntries(names.map((name) => [name, undefined])))
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
      {others.map((name) => (
        <Button
          key={name}
          label={`Remove ${chipNames[name]}: ${params.get(name)}`}
          onClick={() => clear([name])}
        >
          {chipNames[name]}: {params.get(name)} <span aria-hidden="true">✕</span>
        </Button>
      ))}
      {active.length > 0 && (
        <Button kind="quiet" onClick={() => clear(active)}>
          Show all calls
        </Button>
      )}
    </div>
  )
}

const chipNames: Readonly<Record<(typeof filterNames)[number], string>> = {
  endpoint: 'operation',
  status: 'status',
  text: 'contains',
  kind: 'only',
  fault: 'fault',
}
