import type { Page } from 'playwright'

/** A task of the main thread of a page, in milliseconds. */
export type Task = {
  /** The time from start to end, including the time in which other processes used the CPU. */
  readonly wallMs: number
  readonly cpuMs: number
}

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/**
 * Records the tasks of a page's main thread. The returned function stops the recording and returns
 * the tasks.
 */
export async function traceTasks(page: Page): Promise<() => Promise<readonly Task[]>> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as unknown as TraceEvent[])),
  )
  // This category has only the tasks. That of the timeline, with each step of a frame, takes a fifth of
  // the CPU that is measured.
  const traceConfig = { includedCategories: ['toplevel'], excludedCategories: ['*'] }
  await session.send('Tracing.start', { traceConfig })
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await complete
    const mains = events.filter(isMainThread)
    return events
      .filter(({ name, ph }) => name === 'ThreadControllerImpl::RunTask' && ph === 'X')
      .filter(({ pid, tid }) => mains.some((main) => main.pid === pid && main.tid === tid))
      .map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1000, cpuMs: tdur / 1000 }))
  }
}

const isMainThread = ({ name, args }: TraceEvent) =>
  name === 'thread_name' && args.name === 'CrRendererMain'
