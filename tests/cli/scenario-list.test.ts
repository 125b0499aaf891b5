import { describe, expect, it } from 'vitest'
import { folderOf, greeting, paying, run } from './scenario-tools.ts'

describe('`scenarios list`', () => {
  it('`scenarios list` prints the scripts of a folder before the shipped scripts', async () => {
    const dir = await folderOf({ 'a.yaml': greeting })
    const rows = (await run('list', dir)).text.trimEnd().split('\n')
    expect(rows[0]).toMatch(/^greeting +react +good morning$/)
    expect(rows.length).toBeGreaterThan(10)
  })

  it('`scenarios list` explains which script a query matches, and why others do not', async () => {
    const dir = await folderOf({ 'a.yaml': greeting, 'b.yaml': paying })
    const call = ['list', dir, '--query', 'May I pay?', '--agent', 'Support Desk']
    const { text } = await run(...call)
    expect(text).toMatch(/^▶ {2}paying\/1 +pay +matches, and plays\n/)
    expect(text).toMatch(/\n\d+ others: their queries do not match \(--all shows them\)\n$/)
    const rows = (await run(...call, '--all')).text.split('\n')
    expect(rows).toContainEqual(
      expect.stringMatching(/^ {3}greeting +good morning +none of its queries matches$/),
    )
    const lost = (await run('list', dir, '--query', 'Zzz')).text
    expect(lost).toContain('No script matches: the fake generates the answer.\n')
  })

  it('`scenarios list` shows the scripts that almost match a query, and the flag that makes them match', async () => {
    const anything = greeting.replace('query: good morning', 'language: de')
    const dir = await folderOf({ 'a.yaml': paying, 'b.yaml': anything })
    const near = async (...argv: string[]) => (await run('list', dir, ...argv)).text
    expect(await near('--query', 'May I pay?')).toMatch(
      /^ {3}paying\/1 +pay +is for the agent Support Desk \(--agent\)$/m,
    )
    expect(await near('--query', 'order FH-7', '--agent', 'Support Desk')).toMatch(
      /^ {3}paying\/2 .*needs the previous turn to play paying\/1; there is none \(--after\)$/m,
    )
    expect(await near('--query', 'Zzz')).toContain(
      '1 other without a query: another condition does not match (--all shows them)\n',
    )
  })

  it('`scenarios list` shows a script or dialogue by name', async () => {
    const dir = await folderOf({ 'a.yaml': greeting, 'b.yaml': paying })
    const only = async (...argv: string[]) => (await run('list', dir, '--only', ...argv)).text
    expect(await only('greeting')).toMatch(/^greeting +react +good morning\n$/)
    expect((await only('paying')).split('\n')).toHaveLength(3)
    expect(await only('greeting', '--query', 'May I pay?')).toContain(
      'none of its queries matches\n',
    )
    expect(await only('paying/2', '--query', 'good morning')).not.toContain('No script matches')
  })

  it('`scenarios list` lists a shipped script once if its own folder is given', async () => {
    const folder = new URL('../../scenarios/', import.meta.url).pathname
    expect((await run('list', folder)).text).toBe((await run('list')).text)
  })

  it.each([
    [['--agent', 'Suport Desk'], 'There is no agent `Suport Desk`. Did you mean `Support Desk`?'],
    [['--user', 'demo@exmple.com'], 'Did you mean `demo@example.com`?'],
    [['--after', 'order-statos'], 'There is no script `order-statos`. Did you mean `order-status`'],
    [['--after', 'nope'], 'There is no script `nope`. There are: '],
    [['--only', 'order-statos'], 'Did you mean `order-status`?'],
  ])('`scenarios list` refuses an unknown name: %j', async (argv, sentence) => {
    await expect(run('list', '--query', 'x', ...argv)).rejects.toThrow(sentence)
  })
})
