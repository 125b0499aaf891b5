import { createPickCollector } from '../../conformance/passive/pick-collector.ts'
import { loadBases } from '../../cli/import.ts'
import { rehearse, RehearsedExchanges } from '../../cli/import/rehearse.ts'
import { SseSplitter } from '../../contract/sse.ts'
import { readProfile } from '../../contract/profile.ts'
import { createFake, type Fake } from '../../mocks/fake.ts'
import { readFixture } from '../../mocks/read-fixture.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import { type Imported, importRecordings } from '../../traffic/import/import.ts'
import { harEntry, harText } from '../support/record-har.ts'
import type { VirtualClock } from '../support/virtual-clock.ts'

type Fetch = (request: Request) => Promise<Response>

/** Records exchanges with virtual times. */
export function recordedBy(send: Fetch, clock: VirtualClock) {
  const entries: unknown[] = []
  const fetch: Fetch = async (request) => {
    const started = clock.now()
    const slot = entries.push(undefined) - 1
    const body = request.body === null ? undefined : await request.clone().text()
    const response = await send(request)
    const mimeType = response.headers.get('content-type') ?? ''
    const { text, frames } = await bodyOf(response.clone(), clock)
    const isStream = mimeType.startsWith('text/event-stream')
    const content = { size: text.length, mimeType, text, ...(isStream && { _frames: frames }) }
    entries[slot] = harEntry({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(body !== undefined && body !== '' && { body }),
      status: response.status,
      content,
      startedDateTime: new Date(started).toISOString(),
      time: clock.now() - started,
    })
    return response
  }
  return { fetch, har: () => harText(entries) }
}

async function bodyOf(response: Response, clock: VirtualClock) {
  const begun = clock.now()
  const splitter = new SseSplitter()
  const decoder = new TextDecoder()
  const frames: { readonly t: number; readonly text: string }[] = []
  let text = ''
  for await (const bytes of response.body ?? []) {
    const piece = decoder.decode(bytes, { stream: true })
    text += piece
    for (const frame of splitter.add(piece)) frames.push({ t: clock.now() - begun, text: frame })
  }
  return { text, frames }
}

/** Imports recordings like the command, without a folder. */
export const importTexts = (...texts: readonly string[]): Promise<Imported> =>
  importTextsOver(undefined, ...texts)

/** Imports recordings over a base, like `import --profile BASE`. */
export async function importTextsOver(
  base: string | undefined,
  ...texts: readonly string[]
): Promise<Imported> {
  const exchanges = new RehearsedExchanges()
  const bases = await loadBases(base)
  const imported = await importRecordings(
    texts.map((text, at) => ({ name: `${at}.har`, exchanges: readHar([text]) })),
    { bases, picks: createPickCollector(), onRead: exchanges.add },
  )
  return rehearse(imported, exchanges.list)
}

/** A fake that plays an import. */
export function fakeOf(imported: Imported, systemClock: VirtualClock): Fake {
  return createFake({
    fixture: readFixture(imported.records.fixture),
    scenarios: [...imported.scenarios],
    profile: readProfile(imported.profile.document),
    systemClock,
  })
}

/** The imported users with their new passwords, by recorded email. */
export const usersOf = ({ records }: Imported) => {
  const { users } = records.fixture['showcase'] as {
    readonly users: readonly { readonly email: string; readonly password: string }[]
  }
  return new Map(users.map((user) => [user.email, user]))
}
