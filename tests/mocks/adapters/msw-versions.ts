import type * as msw from 'msw'
import type * as mswNode from 'msw/node'
import { vi } from 'vitest'
import type * as adapter from '../../../mocks/adapters/msw.ts'

/** A release of MSW, with the adapter loaded for it. */
export type MswRelease = {
  readonly name: string
  readonly load: () => Promise<
    Pick<typeof msw, 'http' | 'passthrough'> & {
      readonly handlers: typeof adapter.handlers
      readonly setupServer: typeof mswNode.setupServer
    }
  >
}

const release = (name: string, from: string): MswRelease => ({
  name,
  async load() {
    vi.doMock('msw', () => import(/* @vite-ignore */ from))
    const { http, passthrough } = (await import(/* @vite-ignore */ from)) as typeof msw
    const node = (await import(/* @vite-ignore */ `${from}/node`)) as typeof mswNode
    // A separate query makes the adapter load once per release; all other modules are shared.
    const path = `../../../mocks/adapters/msw.ts?${from}`
    const { handlers } = (await import(/* @vite-ignore */ path)) as typeof adapter
    return { http, passthrough, handlers, setupServer: node.setupServer }
  },
})

const isInstalled = (name: string) =>
  import(/* @vite-ignore */ name).then(
    () => true,
    () => false,
  )

/** Every installed release: MSW 3, and MSW 2 if it is installed as `msw2`. */
export const releases: readonly MswRelease[] = [
  release('MSW 3', 'msw'),
  ...((await isInstalled('msw2')) ? [release('MSW 2', 'msw2')] : []),
]
