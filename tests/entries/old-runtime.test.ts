import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const entries = [
  '',
  '/core',
  '/node',
  '/msw',
  '/vitest',
  '/playwright',
  '/proxy',
  '/sweep',
  '/workers',
]

it('every entry with the fake names the Node version that it needs, if the runtime lacks a feature', async () => {
  const names = JSON.stringify(entries.map((entry) => `agent-understudy${entry}`))
  const report = `
    const found = await Promise.allSettled(${names}.map((name) => import(name)))
    console.log(JSON.stringify(found.map(({ reason }) => reason?.message)))`
  const without = ['--import', 'data:text/javascript,delete Map.groupBy']
  const args = [...without, '--input-type=module', '--eval', report]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const sentence = `agent-understudy needs Node 22.12 or newer, or a browser from July 2024 on. This is Node ${process.versions.node}.`
  expect(JSON.parse(stdout)).toEqual(entries.map(() => sentence))
})
