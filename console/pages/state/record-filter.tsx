import { useState } from 'preact/hooks'
import { ask, place } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** Chooses records by a text that occurs in them, and by whom they belong to. */
export function RecordFilter() {
  const { params } = place.value
  const [text, setText] = useState(params.get('q') ?? '')
  const [owner, setOwner] = useState(params.get('owner') ?? '')
  const submit = (event: Event) => {
    event.preventDefault()
    ask({ q: text || undefined, owner: owner || undefined, page: undefined })
  }
  return (
    <form class="row" role="search" aria-label="Records" onSubmit={submit}>
      <TextField label="Contains" type="search" value={text} onValue={setText} />
      <TextField
        label="Belongs to"
        placeholder="an email, or an id"
        value={owner}
        onValue={setOwner}
      />
      <Button type="submit">Filter</Button>
    </form>
  )
}
