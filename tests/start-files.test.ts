import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(`dist/cli/${file}`, 'utf8')
const filesOf = (code: string) =>
  [...code.matchAll(/\bfrom"\.\/([^"]+)"|\bimport"\.\/([^"]+)"/g)].map(([, a, b]) => a ?? b)

const command = read('understudy.js')
const [, serve = ''] = /serve:async\(\)=>\(await import\("\.\/([^"]+)"\)\)/.exec(command) ?? []
const [, room = ''] = /agentsEndpoints\},\(\)=>import\("\.\/([^"]+)"\)/.exec(read(serve)) ?? []

test('A start of `serve` reads the command and one file more', () => {
  expect(filesOf(command)).toEqual([])
  expect(read(serve)).toContain('function createCore(')
  expect(filesOf(read(serve))).toEqual([])
})

test('The first call of an app reads one more', () => {
  expect(read(room)).toContain('"conversations.list"')
  expect(filesOf(read(room))).toEqual([serve])
})
