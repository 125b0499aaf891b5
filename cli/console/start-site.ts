import { type ConsoleHost, hostPropertyName } from '../../console/app/console-host.ts'
import { readProfile } from '../../contract/profile.ts'
import { fixtureNames, profileNames } from '../../contract/shipped-names.ts'
import { messageOf } from '../../contract/realm-safe.ts'
import { BrowserStorage } from '../../mocks/adapters/browser/browser-storage.ts'
import { MemoryFallback, type PageStorage } from '../../mocks/adapters/browser/page-storage.ts'
import { registerScenarios } from '../../mocks/control/scenarios.ts'
import { createFake } from '../../mocks/fake.ts'
import { dataFile, type SiteData } from './site-data.ts'

// This module runs in the page of a static site: `console` copies its bundle there.

/** The properties of a page's `window` that the site uses. */
type SiteWindow = { readonly document: { readonly baseURI: string }; localStorage?: PageStorage }

/**
 * Starts the fake of a static site. The page loads the console afterwards, because the console
 * needs the fake.
 */
export async function startSite(window: SiteWindow): Promise<void> {
  const base = new URL('.', window.document.baseURI)
  const notices = createNotices()
  const data = await readJson<SiteData>(new URL(dataFile, base))
  const { fixture, scenarios, profile } = data
  const fake = createFake({
    fixture,
    // The command that wrote the site has checked the scripts.
    scenarios: registerScenarios(scenarios),
    profile: readProfile(profile),
    fixtures: lazySiteFiles(fixtureNames, 'fixtures', base),
    profiles: lazySiteFiles(profileNames, 'profiles', base),
    storage: createStorage(window, base, data, notices.tell),
  })
  const host: ConsoleHost = {
    fetch: (input, init) => {
      const url = new URL(input)
      const path = url.pathname.slice(base.pathname.length)
      // Files below console/, such as the documentation, come from the web server.
      if (path.startsWith('console/')) return fetch(url, init)
      // The fake expects paths without the folder of the site.
      return fake.fetch(new Request(new URL(`/${path}${url.search}`, url), init))
    },
    baseUrl: base.href,
    isInPage: true,
    storagePrefix: `understudy.site.${base.pathname}.`,
    site: { onNotice: notices.onNotice },
  }
  Object.assign(window, { [hostPropertyName]: host })
}

async function readJson<Value>(url: URL): Promise<Value> {
  const response = await fetch(url)
  if (!response.ok)
    throw new Error(
      `Failed to load ${url.pathname}: the web server of this page sent status ${response.status}.`,
    )
  return (await response.json()) as Value
}

/** The files of the site with these names, each loaded on first use. */
const lazySiteFiles = <Value>(names: readonly string[], folder: string, base: URL) =>
  Object.fromEntries(
    names.map((name) => [name, () => readJson<Value>(new URL(`${folder}/${name}.json`, base))]),
  )

/** Creates the storage of worlds: in the browser, or in memory if the browser refuses storage. */
function createStorage(
  window: SiteWindow,
  { pathname }: URL,
  { hash }: SiteData,
  tell: (sentence: string) => void,
): BrowserStorage {
  const area = new MemoryFallback(localStorageOf(window, tell), (error) =>
    tell(
      `This browser refuses to store more (${messageOf(error).replace(/\.$/, '')}). Everything works, but a reload loses what you do from now on.`,
    ),
  )
  const name = `understudy site ${pathname}`
  const storage = new BrowserStorage({ name, storage: area, onNotice: tell })
  const storedHash = area.getItem(`${name} data`)
  if (storedHash !== null && storedHash !== hash) {
    storage.clear()
    tell('This site has new data, so your worlds begin again.')
  }
  area.setItem(`${name} data`, hash)
  return storage
}

/** The page's `localStorage`. Reading it throws in a page that may not store anything. */
function localStorageOf(
  window: SiteWindow,
  tell: (sentence: string) => void,
): PageStorage | undefined {
  let storage: PageStorage | undefined
  try {
    storage = window.localStorage
  } catch {
    // `storage` stays undefined, which is reported below.
  }
  if (storage === undefined || storage === null)
    tell('This browser stores nothing for this page. Everything works, but a reload begins again.')
  return storage ?? undefined
}

function createNotices() {
  const sentences: string[] = []
  const listeners: ((sentence: string) => void)[] = []
  return {
    tell(sentence: string): void {
      sentences.push(sentence)
      for (const listener of listeners) listener(sentence)
    },
    onNotice(listener: (sentence: string) => void): void {
      listeners.push(listener)
      for (const sentence of sentences) listener(sentence)
    },
  }
}
