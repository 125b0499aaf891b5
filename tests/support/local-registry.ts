import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

type Manifest = { readonly name: string; readonly version: string }

/**
 * Serves the installed packages as an npm registry until the test ends. Returns its address, and
 * the downloaded packages.
 */
export async function startRegistry() {
  const downloaded: string[] = []
  const answer = async (path: string, origin: string, response: ServerResponse) => {
    const [, name = '', isArchive] =
      /^\/((?:@[\w.-]+\/)?[\w.-]+?)(\/archive\.tgz)?$/.exec(path) ?? []
    if (isArchive !== undefined) {
      downloaded.push(name)
      return response.end(await archiveOf(name))
    }
    const manifest = JSON.parse(
      await readFile(`node_modules/${name}/package.json`, 'utf8'),
    ) as Manifest
    const { version } = manifest
    const dist = { tarball: `${origin}/${name}/archive.tgz` }
    const versions = { [version]: { ...manifest, dist } }
    return response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }))
  }
  const server = createServer(({ url = '/', headers }, response) => {
    answer(decodeURIComponent(url), `http://${headers.host}`, response).catch(() =>
      response.writeHead(404).end('{}'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, downloaded }
}

/** An archive with only a `package.json`: a complete one takes a second. */
async function archiveOf(name: string): Promise<Buffer> {
  const folder = `node_modules/${name}`
  const packing = ['-cz', '--transform', 's,^,package/,', '-C', folder, 'package.json']
  const options = { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 } as const
  const { stdout } = await promisify(execFile)('tar', packing, options)
  return stdout
}
