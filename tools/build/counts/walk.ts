import { Session } from 'node:inspector/promises'

/** The code of this repository that ran: the number of files, of functions, and of calls. */
export type Walk = {
  readonly files: number
  readonly functions: number
  readonly calls: number
  /** The functions by file, such as `contract/glob.ts toGlob`. */
  readonly names: readonly string[]
  /** The functions with the most calls, such as `[281, 'contract/glob.ts toGlob']`. */
  readonly mostCalled: readonly (readonly [calls: number, name: string])[]
}

const root = new URL('../../../', import.meta.url).href

/** Counts the calls of functions of this repository, without this tool, while `work` runs. */
export async function walkOf(work: () => Promise<unknown>): Promise<Walk> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const called = result
      .filter(({ url }) => url.startsWith(root) && !/\/node_modules\/|\/build\/counts\//.test(url))
      .flatMap(({ url, functions }) =>
        functions.map(({ functionName, ranges }) => {
          const file = url.slice(root.length)
          return { file, name: `${file} ${functionName}`, calls: ranges[0]?.count ?? 0 }
        }),
      )
      .filter(({ calls }) => calls > 0)
      .toSorted((a, b) => b.calls - a.calls)
    return {
      files: new Set(called.map(({ file }) => file)).size,
      functions: called.length,
      calls: called.reduce((sum, { calls }) => sum + calls, 0),
      names: called.map(({ name }) => name).toSorted(),
      mostCalled: called.slice(0, 15).map(({ calls, name }) => [calls, name] as const),
    }
  } finally {
    session.disconnect()
  }
}
