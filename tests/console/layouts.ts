import type { Page } from 'playwright'

/** The windows whose layouts are compared: 200 % zoom is half of 1280 px at twice the pixels. */
export const windows = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'projector', viewport: { width: 1920, height: 1080 } },
  { name: '200 % zoom', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  { name: '320 px', viewport: { width: 320, height: 640 } },
] as const

/** Where a part of a page is, in percent of the width of its window: left, top, width. */
type Box = readonly [left: number, top: number, width: number]
/** The boxes of a page, by the name of the part. */
export type Layout = Readonly<Record<string, Box>>

/** Measures the landmarks, headings and main parts of a page, within two heights of its window. */
export const layoutOf = (page: Page): Promise<Layout> =>
  page.evaluate<Layout>(`(() => {
    const parts =
      'header, nav, main, h1, h2, .button-primary, main .card, main .table, main .code, ' +
      'main .empty, main [role=tablist], main section, main aside, main form'
    const boxes = {}
    const percent = (px) => Math.round((1000 * px) / innerWidth) / 10
    for (const part of document.querySelectorAll(parts)) {
      const { left, top, width, height } = part.getBoundingClientRect()
      const isSeen = part.checkVisibility() && width > 4 && height > 4
      if (!isSeen || top + scrollY > 2 * innerHeight) continue
      const words = part.matches('h1, h2, button') ? part.textContent : part.getAttribute('aria-label')
      // The hour of the test decides on which day an earlier turn was.
      if (/^(Today|Yesterday|\\d{1,2} [A-Z][a-z]{2})\\b/.test(words)) continue
      const name = [part.localName, words ?? part.classList[0] ?? ''].join(' ').trim()
      let count = 1
      while (boxes[name + ' ' + count] !== undefined) count++
      boxes[name + ' ' + count] = [percent(left), percent(top + scrollY), percent(width)]
    }
    return boxes
  })()`)

/**
 * The differences between a layout and a stored layout. It allows for the fonts of another machine: they
 * move an edge by some letters, and everything below a wrapped text by a line.
 */
export function differences(stored: Layout, seen: Layout): string[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(seen)])
  return [...names].flatMap((name) => {
    const [was, is] = [stored[name], seen[name]]
    // The height of a line decides whether a part near the end is measured.
    if (was === undefined || is === undefined)
      return isNearEnd(stored, was ?? is) ? [] : [`${name}: ${is ? 'is new' : 'is missing'}`]
    const isMoved =
      Math.abs(was[0] - is[0]) > 6 ||
      Math.abs(was[1] - is[1]) > 8 + 0.15 * was[1] ||
      Math.abs(was[2] - is[2]) > 6 + 0.1 * was[2]
    return isMoved ? [`${name}: left, top, width were ${was.join(', ')}, are ${is.join(', ')}`] : []
  })
}

function isNearEnd(stored: Layout, box: Box | undefined): boolean {
  const end = Math.max(...Object.values(stored).map(([, top]) => top))
  return box !== undefined && box[1] > 0.75 * end
}

/** The elements that the header hides, or that are out of sight, while they have the focus. */
export async function hiddenStops(page: Page, most = 40): Promise<string[]> {
  const hidden: string[] = []
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)')
  // Goes forward and backward. Backward, the page scrolls down to a stop, and the header may cover it.
  for (let stop = 0; stop < 2 * most; stop++) {
    await page.keyboard.press(stop < most ? 'Tab' : 'Shift+Tab')
    const found = await page.evaluate<string | undefined>(`(() => {
      const focused = document.activeElement
      if (focused === document.body || focused.closest('header, .skip')) return ''
      const { left, right, top, bottom, height } = focused.getBoundingClientRect()
      // In a wide window, the header is a rail beside the page, which covers nothing.
      const header = document.querySelector('.frame-header')?.getBoundingClientRect()
      const ceiling = header !== undefined && header.width > innerWidth / 2 ? header.bottom : 0
      // A part larger than the window shows as much as fits.
      const isHidden = (top < ceiling - 1 && height < innerHeight / 2) || bottom <= ceiling ||
        top >= innerHeight || left >= innerWidth || right <= 0
      return isHidden ? focused.outerHTML.slice(0, 120) : ''
    })()`)
    if (found) hidden.push(`hidden while it has the focus: ${found}`)
  }
  return hidden
}
