import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HarEntry } from '../../traffic/record/har-entry.ts'
import { memoryLimits, openRecorder } from '../../traffic/record/recorder.ts'
import { createRedactor } from '../../traffic/redact/redactor.ts'
import { passed, places } from './planted-places.ts'
import { redacted, secretForms } from '../support/planted-secrets.ts'
import { seeded } from '../support/seeded.ts'
import { isProving } from '../support/proving.ts'

const key = new Uint8Array(32).fill(7)
/** The number of secrets of each form; a thousand in `npm run prove`. */
const perForm = isProving ? 50 : 1

const unescaped = (text: string) =>
  text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
/** Decodes whole runs of escapes, because one character can take several escapes. */
const percentDecoded = (text: string) =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString(),
  )

/**
 * All texts that a reader of a recording sees: also joined texts of several frames, escaped
 * characters, and the bytes of bodies.
 */
function textsOf(entry: HarEntry): string {
  const { _frames: frames = [] } = entry.response.content
  const events = frames.map(({ text }) => {
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? '{}'
    return Object.values(JSON.parse(data) as Record<string, string>).at(-1)
  })
  const stored = entry.response.content.text?.matchAll(/"text":("(?:[^"\\]|\\.)*")/g) ?? []
  const pieces = Array.from(stored, ([, text = '']) => JSON.parse(text) as string)
  const { postData, url } = entry.request
  const { content } = entry.response
  const bytes = [postData, content].map((body) =>
    body?.encoding === 'base64' ? Buffer.from(body.text ?? '', 'base64').toString() : '',
  )
  const decoded = [unescaped(content.text ?? ''), unescaped(postData?.text ?? '')]
  return [
    JSON.stringify(entry),
    events.join(''),
    pieces.join(''),
    ...bytes,
    ...decoded,
    percentDecoded(url),
  ].join('\n')
}

const spellingsOf = (secret: string) => {
  const escaped = JSON.stringify(secret).slice(1, -1)
  return [secret, escaped, JSON.stringify(escaped).slice(1, -1), encodeURIComponent(secret)]
}

describe('secrets of every form at every kind of place', () => {
  const random = seeded(11)
  const forms = secretForms(random)
  const planted = Object.entries(forms).flatMap(([form, make]) =>
    Array.from({ length: perForm }, (_, number) => ({ form, number, ...make() })),
  )

  test('secrets of at least twenty forms are planted in the recordings', () => {
    expect(Object.keys(forms).length).toBeGreaterThanOrEqual(20)
  })

  test('no planted secret is in the redacted recording', () => {
    const entries = planted
      .flatMap(({ secret, number, learnedFrom }) => [
        ...Object.entries(places)
          // One character per frame: one secret of each form is enough.
          .filter(([name]) => number === 0 || name !== 'many frames')
          .map(([, place]) => ({ order: random(1e9), entry: place(secret) })),
        ...(learnedFrom === undefined ? [] : [{ order: random(1e9), entry: learnedFrom }]),
      ])
      .toSorted((a, b) => a.order - b.order)
      .map(({ entry }) => entry)
    const before = entries.map(textsOf).join('\n')
    const after = redacted(entries).map(textsOf).join('\n')
    const leaks = planted.filter(({ secret }) =>
      spellingsOf(secret).some((spelling) => after.includes(spelling)),
    )
    expect(
      planted.every(({ secret }) => before.includes(JSON.stringify(secret).slice(1, -1))),
    ).toBe(true)
    expect(leaks.map(({ form, secret }) => [form, secret])).toEqual([])
  }, 300_000)

  test.each(Object.entries(places))('redaction replaces a secret in a %s', (_, place) => {
    const every = Object.entries(secretForms(seeded(23)))
    const leaks = every.filter(([, make]) => {
      const { secret, learnedFrom } = make()
      const [entry] = redacted([place(secret), ...(learnedFrom ? [learnedFrom] : [])])
      return entry === undefined || spellingsOf(secret).some((one) => textsOf(entry).includes(one))
    })
    expect(leaks.map(([form]) => form)).toEqual([])
  })
})

test('a finished recording has no planted secret; its part file has no secret that became known within the window', async () => {
  const random = seeded(29)
  const planted = Object.values(secretForms(random)).flatMap((make) =>
    Array.from({ length: perForm }, () => make()),
  )
  const entries = planted
    .flatMap(({ secret, learnedFrom }) => [
      ...Object.entries(places)
        .filter(([name]) => name !== 'many frames')
        .map(([, place]) => ({ secret, isSource: false, entry: place(secret) })),
      ...(learnedFrom ? [{ secret, isSource: true, entry: learnedFrom }] : []),
    ])
    .map((one) => ({ ...one, order: random(1e9) }))
    .toSorted((a, b) => a.order - b.order)
  const learnedAt = new Map<string, number>()
  for (const [at, { secret, isSource }] of entries.entries())
    if (isSource) learnedAt.set(secret, at)

  const folder = mkdtempSync(join(tmpdir(), 'planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'a.har')
  const recorder = openRecorder(file, createRedactor({ key }))
  for (const { entry } of entries) recorder.add(passed(entry))
  const part = readFileSync(`${file}.part`, 'utf8').trimEnd().split('\n')
  await recorder.finish()
  const finished = readFileSync(file, 'utf8').split('\n').slice(1, -2)
  expect([part.length, finished.length]).toEqual([
    entries.length - memoryLimits.entries,
    entries.length,
  ])
  const leaksIn = (lines: readonly string[], window: number) =>
    lines.flatMap((line, at) => {
      const secret = entries[at]?.secret ?? ''
      if ((learnedAt.get(secret) ?? 0) > at + window) return []
      const text = textsOf(JSON.parse(line.replace(/,$/, '')) as HarEntry)
      return spellingsOf(secret).some((one) => text.includes(one)) ? [{ secret, line }] : []
    })
  expect(leaksIn(part, memoryLimits.entries)).toEqual([])
  expect(leaksIn(finished, Number.POSITIVE_INFINITY)).toEqual([])
}, 300_000)
