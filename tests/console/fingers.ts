import type { Locator, Page } from 'playwright'
import type { Point } from '../../console/ui/points.ts'

/** The middle of an element, in pixels of the window. */
export async function middleOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('The element is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Fingers on a touchscreen, which move in small steps as real ones. */
export async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
    })
  const steps = [1, 2, 3, 4, 5]
  return {
    async drag({ x, y }: Point, by: Point): Promise<void> {
      await send('touchStart', { x, y })
      for (const step of steps)
        await send('touchMove', { x: x + (by.x * step) / 5, y: y + (by.y * step) / 5 })
      await send('touchEnd')
    },
    /** Two fingers side by side, whose distance changes. */
    async pinch({ x, y }: Point, from: number, to: number): Promise<void> {
      const pair = (width: number) => [
        { x: x - width / 2, y },
        { x: x + width / 2, y },
      ]
      await send('touchStart', ...pair(from))
      for (const step of steps) await send('touchMove', ...pair(from + ((to - from) * step) / 5))
      await send('touchEnd')
    },
  }
}
