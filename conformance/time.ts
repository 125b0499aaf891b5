/** The machine's own time, for runs that are given none: what rises and how to wait. */
export const systemTime = {
  now: (): number => performance.now(),
  sleep: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
} as const
