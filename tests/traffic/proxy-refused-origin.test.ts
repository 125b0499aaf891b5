import { request } from 'node:http'
import { expect, test } from 'vitest'
import { proxyBefore } from '../support/raw-upstream.ts'

const page = 'http://localhost:5173'
const listed = 'https://app.example.com'

/** Sends a request like a page; `fetch` would add other headers. */
const ask = (url: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<void>((resolve, reject) => {
    const sent = request(url, { headers, method }, (response) => {
      response.resume()
      response.on('end', resolve)
    })
    sent.on('error', reject)
    sent.end()
  })

/** A proxy in front of a deployment that allows the pages of one origin. */
async function proxied(options: object = {}) {
  const refusals: string[] = []
  const onRefused = (explanation: string) => refusals.push(explanation)
  const proxy = await proxyBefore(
    ({ method, headers, url }, outgoing) => {
      const isAllowed = headers.origin === listed
      const grant = isAllowed ? { 'access-control-allow-origin': listed } : {}
      const status = url === '/api/crash' ? 500 : method === 'OPTIONS' && !isAllowed ? 400 : 200
      const stream = url === '/api/react' && { 'content-type': 'text/event-stream' }
      outgoing.writeHead(status, { ...grant, ...stream }).end('data: 1\n\n')
    },
    { ...options, onRefused },
  )
  const journal = async (length: number) => {
    await expect.poll(() => proxy.journal.entries()).toHaveLength(length)
    return proxy.journal.entries().map(({ explanation }) => explanation)
  }
  return { ...proxy, refusals, explanations: journal }
}

const lead = `refused origin ${page}: a browser keeps this response from the page`

test('a proxy reports a refused page origin once, and explains each refusal in the journal', async () => {
  const { url, upstream, refusals, explanations } = await proxied()
  const refusal = `${lead}; the deployment received ${upstream} instead; pass an origin that the deployment allows with \`--origin ORIGIN\`, or the page's own with \`--keep origin\``
  const preflight = { origin: page, 'access-control-request-method': 'POST' }
  await ask(`${url}/api/react`, preflight, 'OPTIONS')
  await ask(`${url}/api/agents`, { origin: page })
  await ask(`${url}/api/react`, { origin: page }, 'POST')
  expect(await explanations(3)).toEqual([refusal, refusal, refusal])
  expect(refusals).toEqual([refusal])
})

test('a page whose origin the deployment allows by --origin needs no explanation', async () => {
  const { url, refusals, explanations } = await proxied({ origin: listed })
  const preflight = { origin: page, 'access-control-request-method': 'POST' }
  await ask(`${url}/api/react`, preflight, 'OPTIONS')
  await ask(`${url}/api/react`, { origin: page }, 'POST')
  expect(await explanations(2)).toEqual([undefined, undefined])
  expect(refusals).toEqual([])
})

test('a proxy reports no refused origin for requests without need of CORS headers, or for server errors', async () => {
  const { url, refusals } = await proxied()
  await ask(`${url}/api/agents`, {})
  await ask(`${url}/api/agents`, { origin: url }, 'POST')
  await ask(`${url}/api/agents`, { origin: page, 'sec-fetch-site': 'same-origin' }, 'POST')
  await ask(`${url}/api/crash`, { origin: page })
  expect(refusals).toEqual([])
})

test.each([
  [{ keep: ['origin'] }, page, 'have the deployment allow it, or leave out `--keep origin`'],
  [{ keep: ['cors'], origin: listed }, page, 'leave out `--keep cors`'],
  [{}, 'https://other.test', 'or serve the page on this machine, with `--origin ORIGIN`'],
  [{}, 'null', 'or serve the page on this machine, with `--origin ORIGIN`'],
])('with the options %j, the report for page %s says what helps', async (options, origin, help) => {
  const { url, refusals } = await proxied(options)
  await ask(`${url}/api/agents`, { origin })
  expect(refusals).toEqual([expect.stringContaining(help)])
})

test('a proxy reports at most a hundred refused origins', async () => {
  const { url, refusals } = await proxied()
  for (let port = 1; port <= 110; port++)
    await ask(`${url}/api/agents`, { origin: `http://localhost:${port}` })
  expect(refusals).toHaveLength(100)
})
