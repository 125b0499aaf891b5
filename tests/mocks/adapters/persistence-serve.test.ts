import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openFolder } from '../../../mocks/adapters/folder/folder.ts'
import { emptyFolder, query } from '../../support/stored-fake.ts'
import { type Ready, refusal, outputOf, start, temporaryFolder } from '../../support/start-serve.ts'
import { newConversation, visit, type Visitor } from '../../support/visitor.ts'

const { file } = temporaryFolder()

/** Runs `serve` during some work; returns the printed keys and the other output. */
async function serving(flags: readonly string[], work?: (visitor: Visitor) => Promise<unknown>) {
  const { output, errors, stop } = await start('--json', ...flags)
  const { url, keys } = JSON.parse(output) as Ready
  const worked = await work?.(
    visit({ baseUrl: url, fetch, fake: undefined as never }, keys['full']),
  )
  await stop()
  return { keys, errors, worked }
}

const titles = async (visitor: Visitor) => {
  type Listed = { readonly items: readonly { readonly title: string }[] }
  const { json } = await visitor.call<Listed>('GET /api/conversations?size=100')
  return json.items.map(({ title }) => title)
}
const snapshotOf = async (visitor: Visitor) => (await visitor.call('GET /__control/snapshot')).text
const make = (title: string) => (visitor: Visitor) => newConversation(visitor, { title })

describe('`serve --data`', () => {
  it.each([[[]], [['--fsync']]])(
    'a server with the flags %j keeps its worlds and keys over restarts',
    async (further) => {
      const flags = ['--data', emptyFolder(), ...further]
      const first = await serving(flags, make('Kept'))
      const second = await serving([...flags, '--seed', 'another'], titles)
      expect(second.worked).toContain('Kept')
      expect(second.keys).toEqual(first.keys)
      expect([...first.errors, ...second.errors]).toEqual([])
    },
  )

  it('`serve --data` says that a stored world keeps its data, clock and faults', async () => {
    const users = [{ email: 'a@b.test', password: 'x' }]
    const path = await file('own.json', JSON.stringify({ users, agents: [{ name: 'First' }] }))
    const flags = ['--data', emptyFolder(), '--fixture', path]
    expect((await serving(flags)).errors).toEqual([])
    expect((await serving(flags)).errors).toEqual([])
    await file('own.json', JSON.stringify({ users, agents: [{ name: 'Second' }] }))
    const { errors } = await serving(flags, async (visitor) => {
      await visitor.call('POST /__control/clock', { body: { advance: '3h' } })
      await visitor.call('POST /__control/faults', { body: { effect: { latency: '1s' } } })
    })
    expect(errors).toEqual([
      `The stored world keeps: data that differs from ${path}. \`POST /__control/reset\` starts it anew.\n`,
    ])
    const later = await serving(flags, (visitor) => visitor.call('POST /__control/reset'))
    expect(later.errors).toEqual([
      `The stored world keeps: data that differs from ${path}; a clock that is 3h ahead; 1 fault. \`POST /__control/reset\` starts it anew.\n`,
    ])
    expect((await serving(flags)).errors).toEqual([])
  })

  it('`serve --data` says that a stored world keeps its profile, speed and scripts', async () => {
    const flags = ['--data', emptyFolder()]
    const { errors } = await serving(flags, async (visitor) => {
      await visitor.call('PATCH /__control/choices', { body: { picks: { 'http.head': 'as-get' } } })
      await visitor.call('POST /__control/director', { body: { speed: 3 } })
      const script = { name: 'own', match: {}, script: [{ answer: 'Hello!' }] }
      await visitor.call('POST /__control/scenarios', { body: script })
    })
    expect(errors).toEqual([])
    const later = await serving(flags, (visitor) => visitor.call('POST /__control/reset'))
    expect(later.errors).toEqual([
      'The stored world keeps: the profile `documented, changed`; the speed 3; 1 script of its own. `POST /__control/reset` starts it anew.\n',
    ])
    expect((await serving([...flags, '--speed', 'max'])).errors).toEqual([])
  })

  it('`serve --data` says that a stored world keeps the profile and the speed of its snapshot', async () => {
    const { worked } = await serving([], snapshotOf)
    const flags = ['--data', emptyFolder()]
    const path = await file('kept.json', worked as string)
    await serving([...flags, '--snapshot', path])
    const later = [...flags, '--profile', 'deployed-0.8', '--speed', 'max']
    const { errors } = await serving(later, (visitor) =>
      visitor.call('DELETE /__control/worlds/default'),
    )
    expect(errors).toEqual([
      expect.stringMatching(
        /keeps: the profile `documented`; the speed 1\b.* `DELETE \/__control\/worlds\/default` starts it anew/,
      ),
    ])
    expect((await serving(later)).errors).toEqual([])
  })

  it('`serve --data` prints the folder, and unlocks the folder when it exits', async () => {
    const folder = join(emptyFolder(), 'new')
    expect(await outputOf('--data', folder)).toContain(`stored in ${folder} and survive a restart`)
    expect(readdirSync(folder)).not.toContain('lock')
  })

  it('`serve --data` uses a random secret if other machines can reach the server', async () => {
    const data = ['--data', emptyFolder()]
    const everywhere = [...data, '--host', '0.0.0.0']
    const guessable = await serving(data)
    const first = await serving(everywhere)
    expect(first.keys).not.toEqual(guessable.keys)
    expect(first.errors).toEqual([expect.stringContaining('no longer valid')])
    for (const flags of [everywhere, data]) {
      const later = await serving(flags)
      expect(later.keys).toEqual(first.keys)
      expect(later.errors).toEqual([])
    }
  })

  it('`serve --data` refuses a folder that another server uses', async () => {
    const folder = emptyFolder()
    const { stop } = await start('--data', folder)
    expect(await refusal('--data', folder)).toContain(`stores its worlds in ${folder}.`)
    await stop()
  })

  it('`serve --data` refuses a damaged default world, and unlocks the folder', async () => {
    const folder = emptyFolder()
    await serving(['--data', folder], make('One'))
    query(folder, "UPDATE chain SET body = replace(body, 'One', 'Eno')")
    expect(await refusal('--data', folder)).toContain('Failed to load the world `default`: row')
    expect(readdirSync(folder)).not.toContain('lock')
  })

  it('`serve --data` refuses a folder that cannot be created, and --fsync without --data', async () => {
    const path = await file('no-folder', '')
    // No folder can be created under /proc, where Node itself would retry forever.
    for (const folder of [join(path, 'folder'), '/proc/folder'])
      expect(await refusal('--data', folder)).toContain('Failed to store worlds in')
    expect(await refusal('--fsync')).toBe('--fsync only works together with --data.')
  })
})

it('`serve --data` hides the warning of Node 22 that SQLite is experimental, and shows other warnings', async () => {
  const { getBuiltinModule } = process
  const folder = emptyFolder()
  openFolder(folder).close()
  const shown = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  const loading = vi.spyOn(process, 'getBuiltinModule').mockImplementation((id: string) => {
    process.emitWarning('SQLite is an experimental feature and might change', 'ExperimentalWarning')
    process.emitWarning('Another warning')
    return getBuiltinModule(id)
  })
  try {
    await outputOf('--data', folder)
    process.emitWarning('SQLite is an experimental feature of this test')
    expect(shown.mock.calls).toEqual([
      ['Another warning'],
      ['SQLite is an experimental feature of this test'],
    ])
  } finally {
    loading.mockRestore()
    shown.mockRestore()
  }
})

describe('`serve --snapshot`', () => {
  it('`serve --snapshot` starts the default world from the snapshot', async () => {
    const { worked } = await serving([], async (visitor) => {
      await make('From elsewhere')(visitor)
      return snapshotOf(visitor)
    })
    const path = await file('one.json', worked as string)
    const restored = await serving(['--snapshot', path, '--fixture', 'empty'], titles)
    expect(restored.worked).toContain('From elsewhere')
    expect(Object.keys(restored.keys)).toContain('full')
  })

  it('the speed and the seed on the command line of `serve --snapshot` replace the values of the snapshot', async () => {
    const { worked } = await serving(['--seed', 'first'], snapshotOf)
    const path = await file('faster.json', worked as string)
    const flags = ['--snapshot', path, '--speed', 'max', '--seed', 'second']
    const { speed, seed } = JSON.parse((await serving(flags, snapshotOf)).worked as string)
    expect({ speed, seed }).toEqual({ speed: 'max', seed: 'second' })
  })

  it('`serve --snapshot` does not replace a stored default world, and prints that', async () => {
    const { worked } = await serving([], snapshotOf)
    const flags = ['--data', emptyFolder(), '--snapshot', await file('two.json', worked as string)]
    expect((await serving(flags, make('Kept'))).errors).toEqual([])
    const second = await serving(flags, titles)
    expect(second.worked).toContain('Kept')
    expect(second.errors).toEqual([
      expect.stringMatching(/already has a default world, so .*two\.json is not read/),
    ])
  })

  it('`serve --snapshot` replaces a damaged default world, and prints that', async () => {
    const folder = emptyFolder()
    const { worked } = await serving(['--data', folder], snapshotOf)
    query(folder, "UPDATE chain SET body = replace(body, '{', '[') WHERE owner = 'world/default'")
    const path = await file('three.json', worked as string)
    const flags = ['--data', folder, '--snapshot']
    expect(await refusal(...flags.slice(0, 2))).toContain(
      'To replace the stored world, start with --snapshot FILE.',
    )
    expect(await refusal(...flags, '/nowhere.json')).toContain('There is no snapshot')
    const { errors } = await serving([...flags, path], make('New'))
    expect(errors.join('')).toContain(`The damaged default world was replaced by ${path}.`)
    expect((await serving(['--data', folder], titles)).worked).toContain('New')
  })

  it.each([
    ['{', 'is not JSON'],
    ['{}', 'This is not a snapshot'],
    ['{"understudy": "snapshot", "version": 0}', 'This snapshot has version 0'],
    ['{"understudy": "snapshot", "version": 1}', 'This snapshot is invalid at'],
  ])('`serve --snapshot` refuses %s', async (text, sentence) => {
    const path = await file('wrong.json', text)
    const message = await refusal('--snapshot', path)
    expect(message).toContain(path)
    expect(message).toContain(sentence)
  })

  it('`serve --snapshot` refuses a missing file', async () => {
    expect(await refusal('--snapshot', '/nowhere.json')).toContain('There is no snapshot `/nowhere')
  })
})
