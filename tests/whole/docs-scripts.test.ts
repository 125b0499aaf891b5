import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { authoringRules } from '../../contract/authoring/problem.ts'
import { readScenarios } from '../../contract/authoring/scenarios.ts'
import { sampleQuery } from '../../cli/scenarios/play.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { answerIn, type SeenEvent } from '../support/stream-reader.ts'
import { mountInProcess } from '../support/transports.ts'
import { newConversation, signIn } from '../support/visitor.ts'

const page = readFileSync(new URL('../../docs/scripts.md', import.meta.url), 'utf8')

/** The example files of a page, by the name of the script or in the first line. */
function filesIn(text: string): ReadonlyMap<string, string> {
  const blocks = Array.from(text.matchAll(/^```yaml\n(.*?)^```$/gms), ([, block = '']) => block)
  return new Map(
    blocks.map((block) => {
      const name =
        /^# (_[\w-]+\.yaml)$/m.exec(block)?.[1] ?? `${/^name: (.*)$/m.exec(block)?.[1]}.yaml`
      return [name, block]
    }),
  )
}

const compiled = (files: ReadonlyMap<string, string>) =>
  readScenarios([...files.keys()], async (file) => files.get(file) ?? '')

/** The scripts without their faults, so that their streams arrive completely. */
const unharmed = (all: readonly Scenario[]) => all.map(({ fault: _fault, ...script }) => script)

/** Plays scripts in one conversation, each with a matching query; returns the events of each turn. */
async function played(scripts: readonly Scenario[], all: readonly Scenario[]) {
  const visitor = await signIn(mountInProcess({ scenarios: unharmed(all) }))
  const conversation_id = await newConversation(visitor)
  const turns: (readonly SeenEvent[])[] = []
  let suggested: readonly string[] = []
  for (const script of scripts) {
    const q = sampleQuery(script, suggested)
    const mode = [script.match.endpoint].flat()[0]
    const stream = await visitor.read(`POST /api/${mode}`, { body: { q, conversation_id } })
    if (script.script.some((line) => 'approval' in line)) {
      const { confirmation_id } = await stream.untilEvent('awaiting_confirmation')
      const body = { decision: 'approve' }
      await visitor.call(`POST /api/confirmations/${String(confirmation_id)}/respond`, { body })
    }
    turns.push(await stream.rest())
    suggested = script.suggestions ?? []
  }
  return turns
}

const files = filesIn(page)
const scripts = await compiled(files)
const dialogues = Map.groupBy(scripts, ({ name }) => name.split('/')[0] ?? '')

test('docs/scripts.md has examples, and each is a file', () => {
  expect(dialogues.size).toBeGreaterThan(6)
  expect([...files.keys()].filter((name) => name.startsWith('undefined'))).toEqual([])
})

describe.each([...dialogues])('the example %s of docs/scripts.md', (_name, turns) => {
  test('an example of docs/scripts.md plays for a matching query', async () => {
    const seen = await played(turns, scripts)
    for (const [index, { script }] of turns.entries()) {
      const answer = answerIn(seen[index] ?? [])
      const last = script.findLast((line) => 'answer' in line)
      const text =
        last === undefined ? '' : typeof last.answer === 'string' ? last.answer : last.answer.text
      // Up to the first placeholder the answer equals its source.
      expect(answer).toContain(text.split('{{')[0])
      expect(answer).not.toContain('{{')
    }
  })
})

describe('statements of docs/scripts.md', () => {
  const answersOf = async (name: string) =>
    (await played(dialogues.get(name) ?? [], scripts)).map((events) => answerIn(events))

  test('a dialogue remembers earlier queries and matched groups', async () => {
    expect(await answersOf('warranty')).toEqual([
      'Which product is it about?',
      'The Canopy has five years. You asked: “warranty”. Shall I open a claim?',
      'Your claim is CL-88.',
    ])
  })

  test('a fragment is played with its values', async () => {
    const [events = []] = await played(dialogues.get('opening-hours') ?? [], scripts)
    const inputs = events.flatMap(({ data }) => (data['tool'] === 'search' ? [data['input']] : []))
    expect(inputs[0]).toEqual({ q: 'the opening hours' })
  })

  test('`violate: { end: missing }` omits `end`, and a `violate` line sends its event', async () => {
    const [events = []] = await played(dialogues.get('bad-day') ?? [], scripts)
    expect(events.map(({ event }) => event)).not.toContain('end')
    expect(events.filter(({ data }) => data['type'] === 7)).toHaveLength(1)
  })

  test('`fault: { cut: { after_event: 3 } }` breaks the stream after its third event', async () => {
    const visitor = await signIn(mountInProcess({ scenarios: scripts }))
    const stream = await visitor.read('POST /api/react', { body: { q: 'What a bad day' } })
    expect(await stream.until(3)).toHaveLength(3)
    await expect(stream.rest()).rejects.toThrow('terminated')
  })
})

test('docs/scripts.md has every rule of the grammar in the same words', () => {
  const rows = Object.entries(authoringRules).map(([id, asks]) => `| \`${id}\` | ${asks} |`)
  expect(page).toContain(rows.join('\n'))
})

test('the problem shown in docs/scripts.md is what `check` reports', async () => {
  const shown = /^my-scripts\/(parcel\.yaml:.*)$/m.exec(page)?.[1]
  const mistyped = new Map([
    ['parcel.yaml', files.get('parcel.yaml')?.replace('think', 'thnk') ?? ''],
  ])
  await expect(compiled(mistyped)).rejects.toMatchObject({ message: shown })
})

test('a wrong statement about a key in docs/scripts.md would be detected', async () => {
  const lie = new Map(filesIn(page.replace('observation: found', 'observes: found')))
  await expect(compiled(lie)).rejects.toThrow(
    /_common\.yaml:\d+:\d+: the key "observes" is unknown/,
  )
})
