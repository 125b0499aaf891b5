import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { productionReason } from '../../contract/production.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { folder } = temporaryFolder()

test.each([
  'http://localhost:4010',
  'http://127.0.0.1:4010/base',
  'http://[::1]:4010',
  'http://10.1.2.3',
  'http://172.20.0.2',
  'http://[fd00::1]',
  'http://fake:4010',
  'http://agents.svc.internal',
  'https://staging.example.com',
  'https://api-staging2.example.com',
  'https://qa01.example.com',
  'https://preprod.example.com',
  'https://api.pre-prod.example.com',
  'https://non-production.example.com',
])('the production guard does not regard %s as production', (url) => {
  expect(productionReason(url)).toBeUndefined()
})

test.each([
  ['https://prod.example.com', 'its name contains "prod"'],
  ['https://eu-prod2.agents.internal', 'its name contains "prod"'],
  ['https://test.production.example.com', 'its name contains "production"'],
  ['https://live.agents.test', 'its name contains "live"'],
  ['https://example.com', 'its name does not look like a test system'],
  ['https://api.contest.example.com', 'its name does not look like a test system'],
  ['https://93.184.216.34', 'it is a public address'],
  ['https://172.32.0.1', 'it is a public address'],
  ['https://[2606:2800::1]', 'it is a public address'],
])('the production guard regards %s as production: %s', (url, sign) => {
  expect(productionReason(url)).toBe(sign)
})

const aim = ['--base-url', 'https://example.com', '--api-key', 'svc_0123456789']

async function requestsOf(...flags: string[]): Promise<number> {
  let requests = 0
  const io = { stdout: { write: () => undefined }, stderr: { write: () => undefined } }
  const fetch = async () => {
    requests += 1
    return new Response('down', { status: 500 })
  }
  await conform([...aim, '--grace', '0', '--only', 'lists.*', ...flags], io, { fetch })
  return requests
}

test('a plan that writes is refused for a production target before any request is sent', async () => {
  const sentence =
    'example.com may be production (its name does not look like a test system) and plan core writes'
  await expect(requestsOf()).rejects.toThrow(sentence)
  await expect(requestsOf('--plan', 'full')).rejects.toThrow('plan full writes')
})

test('for a production target, a read-only plan is accepted, and a plan that writes needs a confirmation', async () => {
  expect(await requestsOf('--plan', 'smoke')).toBeGreaterThan(0)
  for (const flag of ['--allow-production', '--i-know-this-is-production']) {
    const known = [flag, '--ledger', join(folder.path, `ledger${flag}.ndjson`)]
    expect(await requestsOf(...known)).toBeGreaterThan(0)
  }
})
