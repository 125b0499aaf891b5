import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** Bundles these exports of the client as a page would. */
async function bundle(contents: string) {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    metafile: true,
    write: false,
    logLevel: 'silent',
  })
  const text = outputFiles[0]?.text ?? ''
  const inputs = Object.values(metafile.outputs)
    .flatMap(({ inputs: parts }) => Object.entries(parts))
    .filter(([path, { bytesInOutput }]) => path !== '<stdin>' && bytesInOutput > 0)
    .map(([path]) => path)
  return { inputs, text, gzip: gzipSync(text).length }
}

const all = "export * from './entries/client.ts'"

it('the client bundles with the event parser and no other dependency', async () => {
  const { inputs, text } = await bundle(all)
  expect(inputs).toContain('client/create-client.ts')
  const ours =
    /^client\/|^contract\/(?:json|canonical-date)\.ts$|node_modules\/eventsource-parser\/dist\//
  expect(inputs.filter((path) => !ours.test(path))).toEqual([])
  expect(text).not.toMatch(/["']node:|\bprocess\.|\bBuffer\b|\bwindow\b|\bdocument\.|localStorage/)
})

it('the client takes at most 10 KB of a page, minified and gzipped', async () => {
  expect((await bundle(all)).gzip).toBeLessThanOrEqual(10 * 1024)
})

it('importing only `ApiError` bundles nothing else of the client', async () => {
  const { inputs, gzip } = await bundle("export { ApiError } from './entries/client.ts'")
  expect(inputs).toEqual(['client/errors.ts'])
  expect(gzip).toBeLessThan(500)
})

it('a bundled client runs with only `fetch`, streams and signals', async () => {
  const { text } = await bundle(all)
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
  const { createClient } = (await import(url)) as typeof import('../../../entries/client.ts')
  const frames = ['event: title\ndata: {"title":"Hi"}\n\n', 'event: end\ndata: {}\n\n']
  const headers = { 'content-type': 'text/event-stream' }
  const client = createClient({
    baseUrl: 'https://platform.test',
    fetch: async () => new Response(frames.join(''), { headers }),
  })
  const names: string[] = []
  for await (const { event } of client.react({ q: 'Hi', conversationId: null })) names.push(event)
  expect(names).toEqual(['title', 'end'])
})
