import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectCommand } from '../../cli/mcp-client.ts'
import { mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'
import { caseLines, writeGiven } from './cases.ts'
import { jsonLines, textLines } from './readable.ts'
import { masked, openSandbox, type Outcome } from './sandbox.ts'

type Ready = { readonly url: string; readonly keys?: Readonly<Record<string, string>> }

/**
 * Runs each line of `cases/commands.txt`, a command or a request, in a folder with the files of
 * `cases/files.txt`; prints exit code, output and written files. Placeholders such as `{url}` are
 * the addresses of servers.
 */
export async function commandsText(): Promise<string> {
  const sandbox = openSandbox()
  const { folder } = sandbox
  writeGiven(folder)
  copyFileSync('console/pages/traffic/example.har.gz', join(folder, 'example.har.gz'))
  const blocks: string[] = []
  const print = (title: string, { code, stdout, stderr, files }: Outcome) => {
    const parts = [['stdout', stdout], ['stderr', stderr], ...files]
    const lines = parts.flatMap(([name, text = '']) => {
      // A slow machine prints lines of progress, which the mask removes.
      const shown = masked(text, folder)
      return shown === '' ? [] : [`--- ${name}`, ...textLines(shown)]
    })
    blocks.push([`## ${title}`, `exit ${code}`, ...lines, ''].join('\n'))
  }
  const open = async (...words: string[]) => {
    const running = sandbox.start([...words, '--port', '0', '--json'])
    return { ...running, ...(JSON.parse((await running.ready).split('\n')[0] ?? '') as Ready) }
  }
  const request = async ([method = '', url = '']: readonly string[]) => {
    const response = await fetch(url, { method })
    const text = masked(await response.text(), folder)
    // The error for an unknown operation lists all operations.
    const lines = textLines(url.endsWith('/nowhere') ? text.replaceAll(', ', '\n') : text)
    return [String(response.status), ...lines]
  }
  const serve = (...flags: string[]) => open('serve', '--speed', 'max', ...flags)
  try {
    const { url, keys } = await serve()
    const names = {
      url,
      key: keys?.['full'] ?? '',
      mutant: (await serve('--mutant', 'page-number-as-text')).url,
      replica: (await serve('--replica', 'a')).url,
      nowhere: 'http://127.0.0.1:9',
      user: '--email demo@example.com --password demo-password',
      page: '--only lists.page-is-a-number --only lists.page-0-is-422',
      har: 'example.har.gz',
    }
    const proxy = await open('proxy', '--to', url, '--record', 'session.har', '--check')
    await session(proxy.url)
    print('proxy --to {url} --record session.har --check', await proxy.stop())
    for (const line of caseLines('commands')) {
      const full = line.replaceAll(/\{(\w+)\}/g, (_all, name: keyof typeof names) => names[name])
      const words = (full.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''))
      if (/^[A-Z]+ /.test(line)) {
        blocks.push([`## ${line}`, ...(await request(words)), ''].join('\n'))
        continue
      }
      const running = sandbox.start(words)
      // A server runs until it is stopped.
      const isServer = /^(serve|proxy)(?!.*--mutant list)/.test(line)
      if (isServer) await running.ready
      print(line, await (isServer ? running.stop() : running.ended))
    }
  } finally {
    await sandbox.close()
  }
  return [...blocks, await toolsText()].join('\n')
}

/** The calls of a client, for the recording that the proxy writes. */
async function session(baseUrl: string): Promise<void> {
  // Only the address of the fake is used.
  const visitor = await signIn({ ...mountInProcess(), baseUrl, fetch })
  await visitor.call('GET /api/agents?size=2')
  await visitor.as(undefined).call('GET /api/agents')
  const conversation_id = await newConversation(visitor)
  await visitor.stream('POST /api/react', { body: { q: 'Hello', conversation_id } })
  await visitor.stream('POST /api/chat/resume', { body: { conversation_id, cursor: 2 } })
  await visitor.call(`GET /api/conversations/${conversation_id}`)
}

/** The tools and pages of the MCP server. */
async function toolsText(): Promise<string> {
  const assistant = await connectCommand()
  const { tools } = await assistant.client.listTools()
  const { resources } = await assistant.client.listResources()
  await assistant.close()
  return [
    '## the tools and pages of mcp',
    ...tools.flatMap((tool) => jsonLines(tool)),
    ...resources.map(({ uri }) => uri),
    '',
  ].join('\n')
}
