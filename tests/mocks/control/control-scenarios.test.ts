import { expect, it } from 'vitest'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { shortStory } from '../../support/short-story.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { describeTransports, type Mounted, mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn, visit } from '../../support/visitor.ts'

type ScenarioReply = {
  readonly scenarios: readonly { readonly name: string; readonly of: string }[]
  readonly error: string
}
const url = '/__control/scenarios'
const call = (mounted: Mounted, operation: string, body?: unknown) =>
  visit(mounted).call<ScenarioReply>(operation, body === undefined ? {} : { body })

const saying = (name: string, text: string): Scenario => ({
  ...shortStory,
  name,
  script: [{ answer: text }],
})

async function answer(mounted: Mounted): Promise<string> {
  const visitor = await signIn(mounted)
  return answerIn(await visitor.stream('POST /api/react', { body: { q: 'Tell me' } }))
}

describeTransports('scenarios of the control API', (mount) => {
  it('the control API adds scenarios to one world, where they precede the scenarios of the fake, newest first', async () => {
    const mounted = await mount({ scenarios: [shortStory] })
    expect((await call(mounted, `POST ${url}`, saying('one', 'One.'))).status).toBe(201)
    expect(await answer(mounted)).toBe('One.')
    const two = [saying('two', 'Two.'), saying('three', 'Three.')]
    const { json } = await call(mounted, `POST ${url}`, two)
    expect(json.scenarios.map(({ name, of }) => `${name} of ${of}`)).toEqual([
      'two of world',
      'three of world',
      'one of world',
      'short-story of fake',
    ])
    expect((await call(mounted, `GET ${url}`)).json).toEqual(json)
    expect(await answer(mounted)).toBe('Two.')
    expect(await answer({ ...mounted, baseUrl: `${mounted.baseUrl}/w/red` })).toBe(
      'That is the end.',
    )
  })

  it('the control API replaces scenarios of the same name, and removes one scenario or all', async () => {
    const mounted = await mount({ scenarios: [shortStory] })
    await call(mounted, `POST ${url}`, [saying('one', 'One.'), saying('two', 'Two.')])
    await call(mounted, `POST ${url}`, saying('one', 'Another one.'))
    expect(await answer(mounted)).toBe('Another one.')
    expect((await call(mounted, `DELETE ${url}/one`)).status).toBe(204)
    expect(await answer(mounted)).toBe('Two.')
    expect((await call(mounted, `DELETE ${url}/one`)).status).toBe(404)
    expect((await call(mounted, `DELETE ${url}`)).status).toBe(204)
    expect(await answer(mounted)).toBe('That is the end.')
  })

  it('the control API removes scenarios from the options of a world, and a reset brings them back', async () => {
    const mounted = await mount({ scenarios: [shortStory] })
    const red = await mounted.fake.worlds.create({
      name: 'red',
      scenarios: [saying('own', 'My own.')],
    })
    const place = { ...mounted, baseUrl: `${mounted.baseUrl}/w/red` }
    expect(await answer(place)).toBe('My own.')
    red.scenarios.remove()
    expect(await answer(place)).toBe('That is the end.')
    red.reset()
    expect(await answer(place)).toBe('My own.')
  })

  it('a scenario of a new world can follow a scenario of the fake, and use the values that it matched', async () => {
    const first: Scenario = {
      ...saying('first', 'Order {{nr}}.'),
      match: { endpoint: 'react', query: '/order (?<nr>\\d+)/' },
    }
    const second = {
      ...saying('second', 'More about {{nr}}.'),
      match: { endpoint: 'react', after: 'first', query: 'more' },
    }
    const mounted = await mount({ scenarios: [first] })
    const scenarios = [second]
    const created = await call(mounted, 'POST /__control/worlds', { name: 'red', scenarios })
    expect(created.status).toBe(201)
    const visitor = await signIn({ ...mounted, baseUrl: `${mounted.baseUrl}/w/red` })
    const conversation_id = await newConversation(visitor)
    const ask = async (q: string) =>
      answerIn(await visitor.stream('POST /api/react', { body: { q, conversation_id } }))
    expect([await ask('Where is order 5?'), await ask('Tell me more')]).toEqual([
      'Order 5.',
      'More about 5.',
    ])
  })

  it.each([
    ['a misspelt key', { ...shortStory, scrpt: [] }, '`scrpt`'],
    [
      'a wrong line',
      [shortStory, { ...shortStory, name: 'b', script: [{ call: {} }] }],
      '`1.script.0.call.tool`',
    ],
    [
      'a broken pattern',
      { ...shortStory, match: { endpoint: 'react', query: '/(/' } },
      '`match.query`',
    ],
    [
      'a plan on react',
      {
        ...shortStory,
        script: [
          {
            plan: {
              steps: [{ id: 'a', task: 'b', result: 'c' }],
              achieved: true,
              confidence: 1,
              reasoning: 'd',
            },
          },
        ],
      },
      'plans only work on dag',
    ],
    ['no scenario', 'short-story', 'Send a scenario in the form of a scenario file'],
  ])(
    'the control API refuses a scenario because of %s, with the position',
    async (_, body, says) => {
      const mounted = await mount()
      const { status, json } = await call(mounted, `POST ${url}`, body)
      expect([status, json.error]).toEqual([422, expect.stringContaining(says)])
      expect((await call(mounted, `GET ${url}`)).json).toEqual({ scenarios: [] })
    },
  )
})

it('a world joins its lists of scenarios only once until they change, so that script indexes are built once', async () => {
  const { fake } = mountInProcess({ scenarios: [shortStory] })
  const { scenarios } = fake.control()
  await scenarios.add(saying('one', 'One.'))
  const joined = fake.world().scenarios
  expect(fake.world().scenarios).toBe(joined)
  await scenarios.add(saying('two', 'Two.'))
  expect(fake.world().scenarios.map(({ name }) => name)).toEqual(['two', 'one', 'short-story'])
})
