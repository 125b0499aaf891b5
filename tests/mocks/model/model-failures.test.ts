import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readProfile } from '../../../contract/profile.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { upstreamOf } from '../../support/raw-upstream.ts'
import { answerIn } from '../../support/stream-reader.ts'
import {
  askDesk,
  begins,
  calls,
  deskId,
  mountModel,
  says,
  startStubModel,
  type StubReply,
} from '../../support/stub-model.ts'
import { mountInProcess } from '../../support/transports.ts'
import { signIn } from '../../support/visitor.ts'

const question = 'How long is the warranty of a gateway?'
const key = 'sk-the-key-of-this-test'
const long = 'many words and no end '.repeat(20)

let fallback: Promise<string> | undefined
const withoutModel = () =>
  (fallback ??= signIn(mountInProcess({ seed: 'a seed' }))
    .then((visitor) => askDesk(visitor, question))
    .then(answerIn))

const status =
  (code: number, body = key) =>
  (response: ServerResponse) => {
    response.writeHead(code, { 'content-type': 'application/json', location: '/elsewhere' })
    response.end(JSON.stringify({ error: { message: body } }))
  }
const page = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${key}`)
}
const breaks = (response: ServerResponse) => {
  begins('Two')(response)
  setImmediate(() => response.destroy())
}
const endless = (response: ServerResponse) => {
  begins('Well, ')(response)
  const piece = `data: ${JSON.stringify({ choices: [{ delta: { content: long } }] })}\n\n`
  const write = () => {
    while (!response.closed && response.write(piece));
  }
  response.on('drain', write)
  write()
}

const failures: Readonly<Record<string, readonly [StubReply, RegExp]>> = {
  'the key is refused': [status(401), /refuses the key \(401\). Set UNDERSTUDY_MODEL_KEY/],
  'the path does not exist': [status(404), /404. Check the address in --model/],
  'too many requests were sent': [status(429), /allows no more requests for now \(429\)/],
  'the server redirects': [status(302), /redirects \(302\), which is not followed/],
  'the server fails': [status(503), /fails \(503\)/],
  'the model takes no tools': [status(400), /refuses the request \(400\)/],
  'another page is at the address': [
    page,
    /responded with text\/html, not in the format of the API/,
  ],
  'a chunk is malformed': [
    ['data: {"choices": [\n\n'],
    /sent a chunk that is not in the format of the API/,
  ],
  'a chunk has other fields': [
    ['data: {"choices": 7}\n\n'],
    /a chunk that is not in the format of the API/,
  ],
  'the stream reports an error': [
    [`data: {"error":{"message":"${key}"}}\n\n`],
    /reported an error/,
  ],
  'the stream is empty': [[], /ended a reply before it was complete/],
  'the stream breaks off': [breaks, /broke off in the middle of a reply/],
  'the reply is empty': [says(''), /The model sent an empty reply/],
  'the model only calls tools': [
    calls(['knowledge_search', { query: 'gateway' }]),
    /called tools in 8 replies and gave no answer/,
  ],
}

describe('a model that cannot play a turn', () => {
  it.each(Object.entries(failures))(
    'a turn is played without the model, and the journal says why, if %s',
    async (_, [reply, reason]) => {
      const stub = await startStubModel(reply)
      const { visitor, noteOf, scripts } = await mountModel({ ...stub, key })
      const events = await askDesk(visitor, question)
      expect(answerIn(events)).toBe(await withoutModel())
      expect(noteOf()).toMatch(/^played without the model stub-1: /)
      expect(noteOf()).toMatch(reason)
      expect(noteOf()).not.toContain(key)
      expect(JSON.stringify(events)).not.toContain(key)
      expect(scripts).toEqual([])
      expect(new Set(stub.requests.map(({ path }) => path))).toEqual(
        new Set(['/v1/chat/completions']),
      )
    },
  )

  it('a turn is played without the model if the server of the model does not run', async () => {
    const { url, server } = await upstreamOf(() => {})
    server.close()
    const { visitor, noteOf, problem } = await mountModel({ url: `${url}/v1` })
    expect(answerIn(await askDesk(visitor, question))).toBe(await withoutModel())
    expect(noteOf()).toMatch(/cannot be reached \(ECONNREFUSED\). Start it, or correct the address/)
    expect(await problem()).toMatch(/cannot be reached/)
  })

  it.each([
    ['stub-1', /^undefined$/],
    [undefined, /answers with 404/],
  ])(
    'a model server without a list of models is a problem unless a model is named: %s',
    async (name, said) => {
      const { url } = await upstreamOf((_, response) => status(404)(response))
      const { problem } = await mountModel({ url: `${url}/v1`, name })
      expect(String(await problem())).toMatch(said)
    },
  )

  it('a turn is played without the model if the model sends nothing for 20 seconds', async () => {
    const asked = Promise.withResolvers<void>()
    const clock = createManualClock(Date.parse('2026-11-21T08:00:00Z'))
    const stub = await startStubModel(() => asked.resolve())
    const { visitor, noteOf } = await mountModel({ ...stub, clock })
    const played = askDesk(visitor, question)
    await asked.promise
    clock.pass(20_000)
    expect(answerIn(await played)).toBe(await withoutModel())
    expect(noteOf()).toMatch(/sent nothing for 20s/)
  })

  it('an answer of a model whose stream breaks ends with the text that was received', async () => {
    const stub = await startStubModel((response) => {
      begins(long.trim())(response)
      setImmediate(() => response.destroy())
    })
    const { visitor, noteOf } = await mountModel(stub)
    expect(long.startsWith(answerIn(await askDesk(visitor, question)))).toBe(true)
    expect(noteOf()).toMatch(/^the answer of the model stub-1 ends early: .* broke off/)
  })

  it('an endless answer of a model is cut at the length limit', async () => {
    const stub = await startStubModel(endless)
    const { visitor, noteOf } = await mountModel(stub)
    const answer = answerIn(await askDesk(visitor, question))
    expect(answer.length).toBeGreaterThan(20_000)
    expect(answer.length).toBeLessThan(26_000)
    expect(noteOf()).toMatch(/the answer was cut at its limit/)
    await stub.left
  })

  it('a model that calls a tool in a wrong way gets an error with the reason', async () => {
    const stub = await startStubModel(
      calls(['knowledge_search', '{"query'], ['rm', {}], ['document_read', {}]),
      says('Sorry.'),
    )
    const { visitor } = await mountModel(stub)
    await askDesk(visitor, question)
    expect(stub.requests[1]?.body.messages.slice(-3).map(({ content }) => content)).toEqual([
      'Error: The input is not a JSON object.',
      'Error: There is no tool rm.',
      'Error: The input lacks file.',
    ])
  })

  it('the request to the model is aborted if the reader leaves and the deployment cancels the turn', async () => {
    const stub = await startStubModel(begins('One'))
    const profile = readProfile({ picks: { 'turn.on-disconnect': 'cancels' } })
    const { visitor, world } = await mountModel({ ...stub, core: { profile } })
    const reader = await visitor.read('POST /api/react', {
      body: { q: question, agent_id: deskId },
    })
    await reader.until(1)
    await expect.poll(() => stub.requests.length).toBe(1)
    await reader.leave()
    await stub.left
    expect(world.runningTurns.size).toBe(0)
  })

  it.each([
    [{}, 'Said by the director.'],
    [{ aside: true }, 'Said by the director.\n\nTwo.'],
  ])('a director can send a text while the turn waits for the model: %j', async (how, said) => {
    const asked = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const stub = await startStubModel((response) => {
      asked.resolve()
      void goOn.promise.then(() => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end((says('Two.') as readonly string[]).join(''))
      })
    })
    const { visitor } = await mountModel(stub)
    const reader = await visitor.read('POST /api/react', {
      body: { q: question, agent_id: deskId },
    })
    await asked.promise
    const body = { say: 'Said by the director.', ...how }
    expect((await visitor.call('POST /__control/director', { body })).status).toBe(200)
    await reader.untilEvent('answer')
    goOn.resolve()
    expect(answerIn(await reader.rest())).toBe(said)
  })

  it('an API key of the model server that the model repeats appears in no event and no record', async () => {
    const stub = await startStubModel(
      calls(['knowledge_search', { query: key }]),
      says(`Your key is ${key.slice(0, 9)}`, `${key.slice(9)}, and that is all.`),
    )
    const { visitor, scripts, world } = await mountModel({ ...stub, key })
    const events = await askDesk(visitor, question)
    expect(answerIn(events)).toBe('Your key is ***, and that is all.')
    expect(stub.requests[0]?.authorization).toBe(`Bearer ${key}`)
    for (const shown of [events, scripts, world.dump(), world.journal.entries()])
      expect(JSON.stringify(shown)).not.toContain(key)
  })
})

it('an API key of a single letter is not masked in the answer of the model', async () => {
  const stub = await startStubModel(says('For example, the next box.'))
  const { visitor } = await mountModel({ ...stub, key: 'x' })
  expect(answerIn(await askDesk(visitor, question))).toBe('For example, the next box.')
})

describe('the limits of a model', () => {
  it('a world that has used up its model tokens plays without the model until the next day', async () => {
    const clock = createManualClock(Date.parse('2026-11-21T08:00:00Z'))
    const stub = await startStubModel(says('From the model.'))
    const limits = { tokens: 6000, money: undefined, price: undefined }
    const { visitor, noteOf } = await mountModel({ ...stub, clock, limits })
    const answers: string[] = []
    for (let turn = 0; turn < 6; turn++) answers.push(answerIn(await askDesk(visitor, question)))
    const played = answers.filter((answer) => answer === 'From the model.').length
    expect(played).toBeGreaterThan(0)
    expect(answers.at(-1)).toBe(await withoutModel())
    expect(noteOf()).toContain('has used up its 6000 model tokens of today. Raise --model-tokens')
    clock.pass(24 * 3600 * 1000)
    expect(answerIn(await askDesk(visitor, question))).toBe('From the model.')
  })

  it('all worlds together stay within the daily token budget of the model', async () => {
    const stub = await startStubModel(says('From the model.'))
    const price = { prompt: 1000, completion: 1000 }
    const limits = { tokens: 1_000_000, money: 5.6, price }
    const { visitor, noteOf } = await mountModel({ ...stub, limits })
    expect(answerIn(await askDesk(visitor, question))).toBe('From the model.')
    for (let turn = 0; turn < 3; turn++) await askDesk(visitor, question)
    expect(stub.requests.length).toBeLessThan(4)
    expect(noteOf()).toContain('The model budget of today is used up (--model-budget 5.6).')
  })
})
