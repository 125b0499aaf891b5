import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Token, lexer, walkTokens } from 'marked'
import { beforeAll, describe, expect, it } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { failureText } from '../../conformance/runner/vitest.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { Fetch } from '../../conformance/http/transport.ts'
import {
  commandsIn,
  hostile,
  hostileFetch,
  hostileTexts,
  parrotFetch,
  rawIn,
} from '../support/hostile-text.ts'
import { target, virtualFake } from '../support/virtual-fake.ts'
import { drawn } from '../support/proving.ts'
import { screenOf, users } from '../support/screen-of.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts'

const { folder } = temporaryFolder()

const formats = ['markdown', 'html', 'junit', 'json'] as const

async function reportsOf(fetch: Fetch, systemClock?: VirtualClock) {
  const files = formats.map((format) => [format, join(folder.path, `report.${format}`)] as const)
  const reports = files.flatMap(([format, file]) => ['--report', `${format}=${file}`])
  const argv = ['--base-url', target.baseUrl, ...users, '--ledger', join(folder.path, 'conform')]
  const { text } = await screenOf(
    conform,
    [...argv, ...reports, '--report', 'github'],
    fetch,
    systemClock,
  )
  const { text: printed } = await screenOf(
    conform,
    [...argv, '--json', '--quiet'],
    fetch,
    systemClock,
  )
  const read = files.map(async ([format, file]) => [format, await readFile(file, 'utf8')] as const)
  return {
    screen: text,
    printed,
    ...(Object.fromEntries(await Promise.all(read)) as Record<(typeof formats)[number], string>),
  }
}

const targets: Readonly<Record<string, () => Promise<Awaited<ReturnType<typeof reportsOf>>>>> = {
  'a platform whose texts end with it': () => {
    const picks = { 'lists.default-size': { items: 3 }, 'errors.envelope': 'detail' }
    const { fake, systemClock } = virtualFake(picks)
    return reportsOf(hostileFetch(fake.fetch, hostile), systemClock)
  },
  'a server that sends only this text': () => reportsOf(parrotFetch(hostile)),
  'a server whose text starts with a command': () => reportsOf(parrotFetch(hostileTexts.command)),
}

describe.each(drawn(Object.entries(targets), 1))(
  'text from a hostile target, %s,',
  (_name, runSuite) => {
    let reports: Awaited<ReturnType<typeof reportsOf>>
    beforeAll(async () => {
      reports = await runSuite()
    })

    it('text from a hostile target appears in the reports', () => {
      for (const text of Object.values(reports)) expect(text).toContain('error::injected')
    })

    it.each(['screen', 'printed', ...formats] as const)(
      'text from a hostile target puts no raw control character into %s',
      (sink) => {
        expect(rawIn(reports[sink])).toEqual([])
      },
    )

    it.each(['screen', 'printed'] as const)(
      'text from a hostile target starts no GitHub workflow command in %s',
      (sink) => {
        expect(commandsIn(reports[sink])).toEqual([])
      },
    )

    it('text from a hostile target is unchanged in JSON after parsing', () => {
      const read = JSON.stringify(JSON.parse(reports.printed))
      expect(read).toContain(JSON.stringify(hostileTexts.command).slice(1, -1))
      expect(JSON.parse(reports.json)).toMatchObject({ target: target.baseUrl })
    })

    it('text from a hostile target keeps JUnit XML well-formed', () => {
      const { junit } = reports
      // oxlint-disable-next-line no-control-regex
      expect(junit).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
      expect(junit.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot|#\d+);)/)
    })

    it('text from a hostile target is not interpreted as Markdown', () => {
      const tokens: Token[] = []
      walkTokens(lexer(reports.markdown), (token) => void tokens.push(token))
      const kinds = new Set(tokens.map(({ type }) => type))
      for (const kind of ['html', 'link', 'image', 'def', 'blockquote', 'hr'])
        expect(kinds).not.toContain(kind)
      const headings = tokens.filter(({ type }) => type === 'heading').map(({ raw }) => raw)
      expect(headings.join('')).not.toContain('taken')
      expect(tokens.filter(({ type }) => type === 'table')).toHaveLength(1)
      expect(tokens.filter(({ type }) => type === 'code').map(({ raw }) => raw)).not.toContain(
        expect.stringMatching(/^```\n# taken/),
      )
    })
  },
)

it('the message of a failed test escapes all text from the target', async () => {
  const { sleep, now } = createVirtualClock()
  const fetch = parrotFetch(hostile)
  const report = await runConformance({ target, plan: 'core', fetch, sleep, now, tag: 'test' })
  const text = report.results.map(failureText).join('\n')
  expect(text).toContain('error::injected')
  expect([rawIn(text), commandsIn(text)]).toEqual([[], []])
})

const torn = (key: string, value: unknown) =>
  typeof value === 'string' && /(^|_)id$/.test(key) ? `${value}\ud83d` : value

it('ids with a lone surrogate do not break the suite', async () => {
  const { fake, systemClock } = virtualFake()
  const fetch: Fetch = async (request) => {
    const response = await fake.fetch(request)
    if (!response.headers.get('content-type')?.startsWith('application/json')) return response
    const body = JSON.stringify(JSON.parse(await response.text()), torn)
    return new Response(body, { status: response.status, headers: response.headers })
  }
  const options = { target, fetch, tag: 'test' }
  const report = await runConformance({
    ...options,
    plan: 'core',
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
  const defects = report.results.filter(({ verdict }) => verdict === 'error')
  expect(defects.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
})

it('ordinary text in any language is unchanged in every report', async () => {
  const reports = await reportsOf(parrotFetch(hostileTexts.plain))
  for (const text of Object.values(reports)) expect(text).toContain(hostileTexts.plain)
})
