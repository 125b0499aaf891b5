import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { answerIn, type Reader, type SeenEvent } from '../../support/stream-reader.ts'
import { demo, mountInProcess, shippedScenarios } from '../../support/transports.ts'
import { signIn, type Visitor } from '../../support/visitor.ts'
import { detectLanguage, phrasesByLanguage } from '../../../mocks/platform/languages/languages.ts'

const prompts = demo.agents.flatMap(({ id, name, suggested_prompts }) =>
  suggested_prompts.map((prompt) => ({ agent: { id, name }, prompt })),
)
const refusals = [...phrasesByLanguage.values()].flatMap(({ nothing, noDocuments }) => [
  ...nothing,
  ...noDocuments,
])
const emailOf = (agent: string) => {
  const { user_id, visibility } = demo.agents.find(({ id }) => id === agent) ?? demo.agents[0]!
  const owner = demo.users.find(({ id }) => id === user_id)?.email ?? ''
  return visibility === 'personal' ? owner.split('@')[0] : 'demo'
}

/** Approves the tool call of a turn, if approval is needed, and reads to the end. */
async function approveAll(reader: Reader, visitor: Visitor): Promise<readonly SeenEvent[]> {
  const asked = await reader.untilEvent('awaiting_confirmation').catch(() => undefined)
  if (asked !== undefined) {
    const path = `POST /api/confirmations/${String(asked['confirmation_id'])}/respond`
    await visitor.call(path, { body: { decision: 'approve' } })
  }
  return reader.rest()
}

const suggestionsOf = (events: readonly SeenEvent[]) =>
  events.filter(({ event }) => event === 'suggestions').flatMap(({ data }) => data)

describe('the suggested prompts of all agents', () => {
  it.each(['react', 'dag', 'auto'])('every suggested prompt is answered on %s', async (mode) => {
    const mounted = mountInProcess({ scenarios: shippedScenarios })
    expect(prompts.length).toBeGreaterThan(20)
    const refused: string[] = []
    for (const { agent, prompt } of prompts) {
      const visitor = await signIn(mounted, emailOf(agent.id))
      const body = { q: prompt, agent_id: agent.id }
      const reader = await visitor.read(`POST /api/${mode}`, { body })
      const answer = answerIn(await approveAll(reader, visitor))
      if (answer === '' || refusals.some((one) => answer.includes(one)))
        refused.push(`${agent.name}: ${prompt}`)
    }
    expect(refused).toEqual([])
  })
})

describe('the language of a turn', () => {
  const desk = demo.agents.find(({ name }) => name === 'Support Desk')

  it('every script suggests questions in the language of its answer', () => {
    const mixed = shippedScenarios.flatMap(({ name, script, suggestions = [] }) => {
      const answers = script.flatMap((line) =>
        'answer' in line ? [typeof line.answer === 'string' ? line.answer : line.answer.text] : [],
      )
      const language = detectLanguage(answers.join('\n').replaceAll(/```.*?```|`[^`]*`/gs, ''))
      return suggestions
        .filter((one) => (detectLanguage(one) ?? language) !== language)
        .map((one) => `${name}: ${one}`)
    })
    expect(mixed).toEqual([])
  })

  it.each([
    ['en', 'Why is the sky so green today?'],
    ['de', 'Warum ist der Himmel heute so grün?'],
    ['fr', 'Pourquoi le ciel est-il si vert aujourd’hui ?'],
    ['es', '¿Por qué es tan verde el cielo hoy?'],
    ['ja', '今日の空はなぜ緑色なのですか。'],
  ])('a question without a script gets suggestions in its language: %s', async (language, q) => {
    const visitor = await signIn(mountInProcess({ scenarios: shippedScenarios }))
    const events = await visitor.stream('POST /api/react', { body: { q, agent_id: desk?.id } })
    const suggestions = suggestionsOf(events).map(String)
    expect(suggestions.length).toBeGreaterThan(1)
    expect(suggestions).not.toContain(q)
    for (const one of suggestions) expect([one, detectLanguage(one)]).toEqual([one, language])
  })

  it('questions that no document answers get different replies, and a repeated question the same reply', async () => {
    const visitor = await signIn(mountInProcess({ scenarios: shippedScenarios }))
    const ask = async (q: string) =>
      answerIn(await visitor.stream('POST /api/react', { body: { q, agent_id: desk?.id } }))
    const questions = ['sky', 'sea', 'grass', 'moon', 'snow', 'sand', 'fog', 'rain'].map(
      (one) => `Why is the ${one} so purple?`,
    )
    const replies = await Promise.all(questions.map(ask))
    expect(new Set(replies).size).toBeGreaterThan(3)
    expect(await Promise.all(questions.map(ask))).toEqual(replies)
    for (const reply of replies) expect(reply).not.toContain('> ')
  })
})

/** Plays a query about a zebra on dag with one script, and returns the answer. */
const play = async (script: Omit<Scenario, 'name'>) => {
  const scenarios = [{ name: 'zebra', ...script }]
  const visitor = await signIn(mountInProcess({ scenarios }))
  return answerIn(await visitor.stream('POST /api/dag', { body: { q: 'A zebra?' } }))
}

describe('a script that names only the other endpoint', () => {
  const match = { endpoint: 'react', query: 'zebra' } as const
  const answer = 'Striped on purpose.'
  it('a script whose query matches also plays on an endpoint that it does not name, in adapted form', async () => {
    expect(await play({ match, script: [{ answer }] })).toBe(answer)
  })

  it('a script with a turn that fails also plays on an endpoint that it does not name', async () => {
    const fail = { error: 'TimeoutError', message: 'The model did not answer.' }
    const script = [{ think: 'I ask the model.' }, { fail }]
    const scenarios = [{ name: 'zebra', match, script }]
    const visitor = await signIn(mountInProcess({ scenarios }))
    const events = await visitor.stream('POST /api/dag', { body: { q: 'A zebra?' } })
    expect(events.slice(-2)).toMatchObject([
      { event: 'error', data: { error: 'TimeoutError', message: fail.message } },
      { event: 'end' },
    ])
  })

  it.each<Omit<Scenario, 'name'>>([
    { match: { endpoint: 'react' }, script: [{ answer }] },
    { match, script: [{ answer }], violate: { end: 'twice' } },
    {
      match,
      script: [{ send: { phase: { name: 'planning', status: 'start', round: 1 } } }, { answer }],
    },
  ])(
    'a script without a query, or with raw events or violations, is never adapted: %j',
    async (script) => {
      expect(await play(script)).not.toContain(answer)
    },
  )
})
