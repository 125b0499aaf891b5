import { afterAll, expect, it, vi } from 'vitest'

vi.stubGlobal('window', {
  understudyConsoleHost: { baseUrl: 'http://platform.test/' },
  location: { hash: '#/chat?ask=Is%20it%20late? Or not?&profile=deployed-0.8' },
  addEventListener: () => undefined,
})
afterAll(() => void vi.unstubAllGlobals())

// A variable, because these tests are checked without the types of a browser.
const locationPath = '../../console/app/location.ts'

it('a question in a link of the console can have question marks that are not encoded', async () => {
  const { pageLocation } = (await import(locationPath)) as {
    readonly pageLocation: { readonly value: { readonly params: URLSearchParams } }
  }
  expect(Object.fromEntries(pageLocation.value.params)).toEqual({
    ask: 'Is it late? Or not?',
    profile: 'deployed-0.8',
  })
})
