import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from '../../cli/conform/target-run.ts'
import { UsageError } from '../../cli/command-line.ts'
import { defaultLedger } from '../../conformance/runner/ledger-file.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { folder, file } = temporaryFolder()
const url = 'http://target.test/base'
const making = { step: 'making', ref: 'a-1', kind: 'key', name: '[conformance] key a-1' } as const

test('the ledger file of a target has a valid file name', () => {
  expect(defaultLedger('https://staging.example.com:8443/a b/')).toBe(
    '.understudy/residue-staging.example.com-8443-a-20b.ndjson',
  )
})

test('the ledger lists a created record immediately, until the record is deleted', () => {
  const path = join(folder.path, 'new', 'ledger.ndjson')
  const ledger = openLedger(url, path)
  ledger.write(making)
  ledger.write({ step: 'made', ref: 'a-1', id: 'one' })
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3)
  const { kind, name } = making
  expect(openLedger(url, path).open()).toEqual([
    { ref: 'a-1', kind, name, isConfirmed: true, id: 'one' },
  ])
  ledger.write({ step: 'gone', ref: 'a-1' })
  expect(openLedger(`${url}/`, path).open()).toEqual([])
})

test('the ledger file of a run keeps the open records of other targets', () => {
  const path = join(folder.path, 'shared.ndjson')
  const other = openLedger('http://other.test', path)
  other.write(making)
  const ledger = openLedger(url, path)
  expect(ledger.open()).toEqual([])
  ledger.close()
  expect(other.open()).toHaveLength(1)
  other.write({ step: 'gone', ref: 'a-1' })
  other.close()
  expect(existsSync(path)).toBe(false)
})

test('the ledger file loses only the line that a crash cut off, and later lines stay readable', async () => {
  const whole = `${JSON.stringify({ target: url, ...making })}\n`
  const path = await file('torn.ndjson', `${whole}{"target":"http://targ`)
  const ledger = openLedger(url, path)
  ledger.write({ ...making, ref: 'a-2' })
  expect(ledger.open().map(({ ref }) => ref)).toEqual(['a-1', 'a-2'])
})

test('a file that is not a ledger is refused as the ledger file, and is not changed or deleted', async () => {
  const path = await file('package.json', '{\n  "name": "mine"\n}\n')
  for (const wrong of [path, folder.path]) {
    expect(() => openLedger(url, wrong)).toThrow(UsageError)
    expect(existsSync(wrong)).toBe(true)
  }
  const empty = await file('empty', '')
  openLedger(url, empty).close()
  expect(existsSync(empty)).toBe(true)
})

test('a ledger file that cannot be written is reported before the run creates anything', async () => {
  const inTheWay = await file('in-the-way', '')
  expect(() => openLedger(url, join(inTheWay, 'ledger'))).toThrow(/can't be written: E/)
})
