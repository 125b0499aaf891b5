import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolder } from '../mocks/adapters/folder/folder.ts'
import { emptyFolder, refusalOf, openStoredFake } from './stored-fake.ts'

describe('the --data folder', () => {
  it('the --data folder is refused if it has another format', async () => {
    const folder = emptyFolder()
    openFolder(folder).close()
    const marker = join(folder, 'understudy.json')
    const of = (format: unknown) => writeFileSync(marker, JSON.stringify({ format }))
    of(2)
    expect(refusalOf(folder)).toBe(
      `${marker} has format 2, written by a later release; this release reads format 1. Use the release that wrote it, or choose another folder.`,
    )
    of(undefined)
    expect(refusalOf(folder)).toContain('has format undefined, written by another release')
    writeFileSync(marker, '{')
    expect(refusalOf(folder)).toContain(`${marker} is damaged`)
  })

  it('the --data folder is refused if it has other files, and these are not changed', () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'thesis.tex'), 'Years of work')
    expect(refusalOf(folder)).toContain('has other files in it')
    expect(readdirSync(folder)).toEqual(['thesis.tex'])
  })

  it('the --data folder is refused if it cannot be created', () => {
    const file = join(emptyFolder(), 'file')
    writeFileSync(file, '')
    expect(refusalOf(join(file, 'folder'))).toContain('ENOTDIR')
  })

  it('the --data folder is locked by one process, and can be used again after that process died', () => {
    const folder = emptyFolder()
    const lock = join(folder, 'lock')
    const first = openFolder(folder)
    expect(refusalOf(folder)).toContain(`Process ${process.pid} stores its worlds in ${folder}.`)
    first.close()
    expect(readdirSync(folder)).not.toContain('lock')
    const dead = { pid: 2 ** 22 + 1, began: '1' }
    for (const left of [
      JSON.stringify(dead),
      '',
      JSON.stringify({ pid: process.pid, began: '1' }),
    ]) {
      writeFileSync(lock, left)
      openFolder(folder).close()
      expect(readdirSync(folder)).not.toContain('lock')
    }
  })

  it('the --data folder has a secret that only its owner can read', () => {
    const folder = emptyFolder()
    openFolder(folder).close()
    expect(statSync(join(folder, 'understudy.json')).mode & 0o077).toBe(0)
  })

  it('the --data folder keeps its secret, and creates a new one if a known one is not allowed', () => {
    const path = emptyFolder()
    const notices: string[] = []
    const secret = (known: string | undefined, drawn: string) => {
      const folder = openFolder(path, { onNotice: (sentence) => notices.push(sentence) })
      const given = folder.secret(known, () => drawn)
      folder.close()
      return given
    }
    expect([secret('seed', 'a'), secret('other', 'b')]).toEqual(['seed', 'seed'])
    expect(notices).toEqual([])
    expect([secret(undefined, 'c'), secret(undefined, 'd'), secret('e', 'f')]).toEqual([
      'c',
      'c',
      'c',
    ])
    expect(notices).toHaveLength(1)
  })

  it('the --data folder stores a fixture once for all worlds that use it, and deletes it with the last world', async () => {
    const folder = emptyFolder()
    const fixtures = () => readdirSync(join(folder, 'fixtures')).length
    const mounted = openStoredFake(folder)
    const snapshot = mounted.fake.control().snapshot()
    for (let n = 0; n < 20; n++) mounted.fake.worlds.create({ name: `w${n}` })
    expect(fixtures()).toBe(1)
    await mounted.fake
      .control('w0')
      .restore({ ...snapshot, fixture: { ...snapshot.fixture, name: 'x' } })
    expect(fixtures()).toBe(2)
    mounted.fake.control('w0').delete()
    expect(fixtures()).toBe(1)
    mounted.kill()
    writeFileSync(join(folder, 'fixtures', `${'0'.repeat(64)}.json`), '{}')
    writeFileSync(join(folder, 'worlds', 'default.world.new'), 'half')
    const again = openStoredFake(folder)
    expect(fixtures()).toBe(1)
    expect(readdirSync(join(folder, 'worlds'))).toHaveLength(20)
    expect(again.fake.world('w1').config.fixture).toBe(again.fake.world('w2').config.fixture)
  })
})
