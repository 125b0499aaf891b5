import { useState } from 'preact/hooks'
import { ask, place } from '../../app/location.ts'
import { OperationsList } from '../../control/operations-list.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** Chooses calls by operation, by status, and by a text in them. */
export function CallFilter() {
  const { params } = place.value
  const [endpoint, setEndpoint] = useState(params.get('endpoint') ?? '')
  const [status, setStatus] = useState(params.get('status') ?? '')
  const submit = (event: Event) => {
    event.preventDefault()
    ask({ endpoint: endpoint.trim() || undefined, status: status.trim() || undefined })
  }
  return (
    <form class="row" role="search" aria-label="Calls" onSubmit={submit}>
      <OperationsList id="journal-operations" />
      <datalist id="journal-statuses">
        {['2xx', '4xx', '5xx', '401', '403', '404', '422', '429'].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <TextField
        label="Operation"
        list="journal-operations"
        placeholder="any, such as chat.*"
        value={endpoint}
        onValue={setEndpoint}
      />
      <TextField
        label="Status"
        list="journal-statuses"
        placeholder="any, such as 4xx"
        value={status}
        onValue={setStatus}
      />
      <TextField
        label="Contains"
        type="search"
        value={params.get('text') ?? ''}
        onValue={(text) => ask({ text: text || undefined })}
      />
      <Button type="submit">Filter</Button>
    </form>
  )
}
