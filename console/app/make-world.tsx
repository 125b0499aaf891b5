import { useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { go, place } from './location.ts'
import { usePlatform } from './platform.ts'
import type { WorldAccount } from './world-outline.ts'

/** Makes a world, or a copy of the one that is shown, and goes there. */
export function MakeWorld() {
  const { control, world: current = 'default' } = usePlatform()
  const [name, setName] = useState('')
  const [fixture, setFixture] = useState('demo')
  const [profile, setProfile] = useState('documented')
  const [problem, setProblem] = useState<string>()
  async function make(path: string, wish: object) {
    try {
      const named = name.trim() === '' ? {} : { name: name.trim() }
      const made = await control.send<WorldAccount>('POST', path, { ...named, ...wish })
      setProblem(undefined)
      setName('')
      go(place.value.path, { world: made.name })
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return (
    <form
      class="row"
      aria-label="Make a world"
      onSubmit={(event) => {
        event.preventDefault()
        void make('worlds', { fixture, profile })
      }}
    >
      <TextField
        label="New world"
        placeholder="a name, or none"
        autocomplete="off"
        spellcheck={false}
        value={name}
        onValue={setName}
      />
      <SelectField
        label="Fixture"
        options={['demo', 'empty', 'crowded']}
        value={fixture}
        onValue={setFixture}
      />
      <SelectField
        label="Plays"
        options={['documented', 'deployed-0.8']}
        value={profile}
        onValue={setProfile}
      />
      <Button type="submit" kind="primary">
        Make
      </Button>
      <Button
        label={`Copy ${current} as it is now`}
        onClick={() => make(`worlds/${encodeURIComponent(current)}/fork`, {})}
      >
        Copy {current}
      </Button>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </form>
  )
}
