import { readdir, readFile, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { type TestWorld, useFake } from '../../testing/vitest/use-fake.ts'

/** Begins a turn, and keeps its response: the stream of a response that is garbage would end. */
async function beginTurn(world: TestWorld, kept: Response[]): Promise<number> {
  const { access_token } = await world.signIn()
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ q: 'Where is my order?' })
  return kept.push(await world.fetch('/api/react', { method: 'POST', headers, body }))
}

describe('streams in further worlds of useFake', () => {
  const fake = useFake({ speed: 1, openStreams: 'fail' })
  const kept: Response[] = []

  it.fails('a test that leaves a stream open in a world that it disposes of fails', async () => {
    await using world = await fake.world()
    expect(await beginTurn(world, kept)).toBe(1)
  })

  it.fails('a test that leaves a stream open in a world that it keeps fails', async () => {
    expect(await beginTurn(await fake.world(), kept)).toBe(2)
  })

  it('the worlds that earlier tests kept are deleted', async () => {
    expect(kept.map(({ status }) => status)).toEqual([200, 200])
    const all = await fake.fetch('/__control/worlds')
    expect(await all.json()).toMatchObject({ worlds: [{ name: 'default' }] })
  })

  it('a test may delete a world before its block disposes of it', async () => {
    await using world = await fake.world()
    await world.delete()
    const all = await fake.fetch('/__control/worlds')
    expect(await all.json()).toMatchObject({ worlds: [{ name: 'default' }] })
  })
})

describe('the files of failed tests that make further worlds', () => {
  const fake = useFake()
  const folder = 'node_modules/.cache/agent-understudy/failed'

  /** The paths of the requests in the files of a failed test, which are deleted. */
  async function journalsOf(title: string): Promise<string[][]> {
    const names = (await readdir(folder)).filter((name) => name.includes(title))
    const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')))
    await Promise.all(names.map((name) => rm(`${folder}/${name}`)))
    return texts.map((text) => {
      const { journal } = JSON.parse(text) as { journal: { path: string }[] }
      return journal.map(({ path }) => path.replace(/^\/w\/[^/]+/, ''))
    })
  }

  it.fails('a test with a world of its own fails alone', async () => {
    await using world = await fake.world()
    await world.fetch('/api/agents')
    expect(world.name).toBe('another')
  })

  it('the file of a failed test contains the further world that the test made, although the test disposed of it', async () => {
    expect(await journalsOf('fails-alone')).toEqual([['/api/agents']])
  })

  describe.concurrent('concurrent tests', () => {
    const { promise: failed, resolve: fail } = Promise.withResolvers<void>()

    it.fails('a concurrent test with a world of its own fails first', async ({
      onTestFinished,
    }) => {
      onTestFinished(() => fail())
      await using world = await fake.world()
      await world.fetch('/api/me')
      expect(world.name).toBe('another')
    })

    it('a concurrent test may pass after another one has failed', async () => {
      await failed
      expect((await (await fake.world()).fetch('/api/agents')).status).toBe(401)
    })
  })

  it('a failed test has a file, although a concurrent test ended after it and passed', async () => {
    expect(await journalsOf('fails-first')).toEqual([['/api/me']])
  })
})
