import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pageHeaders } from '../../mocks/adapters/page-headers.ts'
import { worldFromPath } from '../../mocks/server/request/routing.ts'
import type { PlainRequest, FrameStream, PlainResponse } from '../../contract/plain-http.ts'

/**
 * Who may use the control API: everyone, token holders, nobody, or visitors in their own world.
 * `proxy` means that the server is a proxy, with a different control API.
 */
export type ControlMode = 'open' | 'needs-token' | 'off' | 'visitor' | 'proxy'

/** The parts of a request that the console reads. */
type PageRequest = Pick<PlainRequest, 'method' | 'path' | 'header'>

/** A file of the console, ready to send. */
type Asset = {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly gzipped: Buffer
}

// A server that runs from the sources uses the console of the last build.
const folder = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/console/' : '../console/',
  import.meta.url,
)

const contentTypes: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  md: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

const compress = promisify(gzip)
const assets = new Map<string, Asset>()

// The path also works in the built file, because `dist/lib` is as deep as `cli/serve`.
const docsFolder = new URL('../../docs/', import.meta.url)

/**
 * Responds to `GET` and `HEAD` of `/` and `/console/…`, where the documentation also is. Redirects
 * browsers from the base URL of a world. Returns `undefined` for other paths. At a public URL, the
 * page works with or without a slash at the end. A client that does not accept HTML, such as curl,
 * gets a text with the first calls to try. Demos and proxies do not send this text, because these
 * calls would fail there.
 */
export async function handleConsoleRequest(
  call: PageRequest,
  mode: ControlMode,
  publicUrl?: string,
): Promise<PlainResponse | undefined> {
  const isBrowser = call.header('accept')?.includes('text/html') === true
  // The cookie of a visitor selects their world, and a proxy has no worlds.
  const hasWorlds = mode !== 'visitor' && mode !== 'proxy'
  if (call.path.startsWith('/w/'))
    return isBrowser && hasWorlds ? redirectToWorld(call.path) : undefined
  if (call.path === '/') {
    if (mode === 'proxy' && !isBrowser) return undefined
    const text = isBrowser || mode === 'visitor' ? undefined : await firstCalls(call, publicUrl)
    if (text !== undefined) return { status: 200, headers: textHeaders, body: text }
    const html = await readFile(new URL('index.html', folder), 'utf8').catch(() => undefined)
    if (html === undefined) return notBuilt
    // Without a slash at the end of the page's path, relative addresses lose its last segment.
    const place = publicUrl === undefined ? '.' : new URL(publicUrl).pathname.replace(/\/$/, '')
    const rewritten = html
      .replace('<html ', `<html data-control="${mode}" `)
      .replaceAll('"./console/', `"${place}/console/`)
    return assetReply(call, await toAsset('index.html', Buffer.from(rewritten)))
  }
  // A single path segment without a leading dot cannot leave the folder.
  if (!/^\/console\/\w[\w.-]*$/.test(call.path)) return undefined
  const asset = assets.get(call.path) ?? (await readAsset(call.path.slice(1)))
  if (asset === undefined) return undefined
  assets.set(call.path, asset)
  return assetReply(call, asset)
}

/**
 * Redirects from the base URL of a world to its page. The location is relative, because a proxy may
 * serve this server below a path.
 */
function redirectToWorld(path: string): PlainResponse | undefined {
  const world = worldFromPath(path.replace(/\/?$/, '/'))
  if (world?.rest !== '/') return undefined
  const up = path.endsWith('/') ? '../..' : '..'
  const location = `${up}/#/?world=${encodeURIComponent(world.name)}`
  return { status: 302, headers: { location, vary: 'accept', ...pageHeaders }, body: undefined }
}

/** The section about first calls in docs/api.md, with the address of this server. */
async function firstCalls(call: PageRequest, publicUrl?: string): Promise<string | undefined> {
  const page = await readFile(new URL('api.md', docsFolder), 'utf8').catch(() => undefined)
  const [, section] = /\n## The first five calls\n(.*?)\n## /s.exec(page ?? '') ?? []
  if (section === undefined) return undefined
  const url = publicUrl ?? `http://${call.header('host')}`
  return `Understudy runs a fake Agent Platform here. In a browser, this address shows its console.
The first five calls, with what they answer by default:
${section.replaceAll('http://127.0.0.1:4010', url)}`
}

const textHeaders = {
  'content-type': 'text/plain; charset=utf-8',
  vary: 'accept',
  ...pageHeaders,
}

const notBuilt: PlainResponse = {
  status: 404,
  headers: textHeaders,
  body: 'The console is not built: run `npm run build`. The platform itself is at /api.\n',
}

/** Whether a file is documentation. The name of such a file stays when its content changes. */
const isDoc = (path: string) => /\.(md|txt)$/.test(path)

async function readAsset(path: string): Promise<Asset | undefined> {
  const file = isDoc(path)
    ? new URL(path.replace('console/', ''), docsFolder)
    : new URL(path, folder)
  const bytes = await readFile(file).catch(() => undefined)
  return bytes && toAsset(path, bytes)
}

async function toAsset(path: string, bytes: Buffer): Promise<Asset> {
  const hash = createHash('sha256').update(bytes).digest('base64url')
  return {
    headers: {
      'content-type': contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
      // The names of all other files change with their content.
      'cache-control':
        path === 'index.html' || isDoc(path) ? 'no-cache' : 'public, max-age=31536000, immutable',
      etag: `"${hash.slice(0, 22)}"`,
      vary: path === 'index.html' ? 'accept, accept-encoding' : 'accept-encoding',
      ...pageHeaders,
    },
    bytes,
    gzipped: await compress(bytes),
  }
}

const matchesTag = (tag: string, own: string | undefined) =>
  tag === '*' || tag.replace(/^W\//, '') === own

function assetReply(call: PageRequest, { headers, bytes, gzipped }: Asset): PlainResponse {
  const knownTags = call.header('if-none-match')?.split(',') ?? []
  if (knownTags.some((tag) => matchesTag(tag.trim(), headers['etag'])))
    return { status: 304, headers, body: undefined }
  const isGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(call.header('accept-encoding') ?? '')
  const sentBytes = isGzip ? gzipped : bytes
  return {
    status: 200,
    headers: {
      ...headers,
      'content-length': String(sentBytes.length),
      ...(isGzip && { 'content-encoding': 'gzip' }),
    },
    body: call.method === 'HEAD' ? undefined : singleChunk(sentBytes),
  }
}

/** A stream of one chunk. */
function singleChunk(bytes: Uint8Array): FrameStream {
  const pieces = [bytes]
  return { pull: async () => pieces.pop(), cancel: () => undefined }
}
