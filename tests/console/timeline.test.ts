import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { servedChat } from './chat-page.ts'
import { flawsOnScreens } from './screens.ts'
import { fingersOn, middleOf } from './fingers.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { longPlan } from '../support/long-plan.ts'

describe.skipIf(foundBrowser === undefined)('the timeline', { timeout: 180_000 }, () => {
  const chatIn = servedChat()

  it('the waterfall of a cut turn in the chat can move to the cut, and can be exported', async () => {
    const chat = await chatIn('waterfall')
    const { page, events, complaints } = chat
    await page.getByRole('button', { name: 'Show a turn being cut and resumed' }).click()
    await events.getByText('The whole turn:').waitFor()
    // The events are scrolled to their end, where the report stands.
    await expect
      .poll(() => events.evaluate((list) => list.scrollHeight - list.scrollTop - list.clientHeight))
      .toBeLessThan(2)
    const waterfall = page.getByRole('region', { name: /^Waterfall/ })
    await waterfall.getByRole('button', { name: /^orders_lookup, tool, \d+ ms, from/ }).waitFor()
    expect(await waterfall.locator('.break-mark.is-resumed').count()).toBe(1)
    // A bar would show a wrong time if its row were wider than the axis.
    const sidesOf = async (selector: string) => {
      const { x, width } = (await waterfall.locator(selector).first().boundingBox()) ?? {}
      return [x, width]
    }
    expect(await sidesOf('.bar-track')).toEqual(await sidesOf('.waterfall-axis > div'))

    await events.evaluate((element) => {
      element.scrollTop = 0
    })
    const ticks = () => waterfall.locator('.waterfall-axis').innerText()
    const before = await ticks()
    for (let step = 0; step < 12; step += 1) await waterfall.press('+')
    await expect.poll(ticks).not.toBe(before)
    await page.getByRole('button', { name: 'Go to the cut' }).click()
    await expect.poll(() => waterfall.locator('.cut-sign').count()).toBe(1)
    const cut = events.getByText('You cut it')
    const isVisible = () =>
      cut.evaluate((line) => {
        const [list, own] = [line.closest('[role=region]'), line.getBoundingClientRect()]
        const frame = list?.getBoundingClientRect()
        return frame !== undefined && own.top >= frame.top && own.bottom <= frame.bottom
      })
    await expect.poll(isVisible).toBe(true)
    await waterfall.press('0')
    await expect.poll(ticks).toBe(before)

    await page.getByRole('searchbox', { name: 'Filter events by text' }).fill('orders_lookup')
    await expect.poll(() => events.getByRole('group').count()).toBeLessThan(5)
    await page.getByRole('searchbox', { name: 'Filter events by text' }).fill('')

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const { log } = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
    expect(log.entries).toMatchObject([{ _ending: 'cut' }, { _ending: 'ended' }])
    expect(await flawsOnScreens(chat)).toEqual([])
    // A phone has no room for a wide timeline.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Expand' }).click()
    expect(await flawsOnScreens(chat)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('fingers zoom and move the graph and the waterfall of a plan, and a tap opens a step in both', async () => {
    const chat = await chatIn('fingers', {
      scenario: longPlan,
      context: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      prepare: (control) => control('POST', 'director', { speed: 'max' }),
    })
    const { page, ask, turns, complaints } = chat
    const touch = await fingersOn(page)
    await ask('sixty steps')
    await turns.getByText('The answer is complete.').waitFor({ state: 'attached' })
    const graph = turns.getByRole('group', { name: /^Graph of the plan/ })
    const view = () => graph.locator('.plan-view').getAttribute('style')
    const scale = async () => Number(/scale\(([\d.]+)\)/.exec((await view()) ?? '')?.[1])
    await expect.poll(scale).toBeGreaterThan(0)
    await graph.evaluate((element) => element.scrollIntoView({ block: 'center' }))

    // One finger scrolls the turns, until two have zoomed into the graph.
    const whole = await view()
    const middle = await middleOf(graph)
    const top = () => turns.evaluate((element) => element.scrollTop)
    const before = await top()
    await touch.drag(middle, { x: 0, y: -60 })
    await expect.poll(top).toBeGreaterThan(before)
    expect(await view()).toBe(whole)
    const small = await scale()
    await touch.pinch(await middleOf(graph), 40, 160)
    await expect.poll(scale).toBeCloseTo(4 * small)
    expect(await page.evaluate('visualViewport.scale')).toBe(1)
    const zoomed = await view()
    const rest = await top()
    await touch.drag(await middleOf(graph), { x: 40, y: 0 })
    await expect.poll(view).not.toBe(zoomed)
    expect([await scale(), await top()]).toEqual([expect.closeTo(4 * small), rest])

    const opened = turns.locator('.plan-steps > .is-opened')
    const tapped = graph.locator('.plan-task').getByText('Check part 28 of')
    // A busy browser takes a slow tap for a long press.
    await expect.poll(() => tapped.tap().then(() => opened.count())).toBe(1)
    await opened.getByText('Part 28 is in order.').waitFor()
    // By keyboard, the boxes are one stop, and the opened step has the focus.
    await graph.getByRole('button', { name: /^Step: Check part 28 / }).press('ArrowDown')
    const cursor = graph.getByRole('button', { name: /^Step: Check part 33 / })
    await cursor.and(page.locator(':focus')).press('Enter')
    const summary = opened.locator('summary:focus', { hasText: 'Check part 33 ' })
    await summary.press('Escape')
    await cursor.and(page.locator(':focus')).press('Enter')
    await summary.waitFor()
    await opened.getByRole('button', { name: 'Show in the timeline' }).click()
    await page
      .getByRole('button', { name: /^Check part 33 .*, step/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page.locator('.is-revealed', { hasText: 'step_progress started' }).waitFor()

    // On the axis a finger selects a part, on the bars it moves the time, and two fingers zoom.
    const axis = page.locator('.waterfall-axis > div')
    const waterfall = page.getByRole('region', { name: /^Waterfall/ })
    const ticks = () =>
      axis.locator('span').evaluateAll((labels) => labels.map(({ outerHTML }) => outerHTML).join())
    const all = await ticks()
    const start = await middleOf(axis)
    await touch.drag(start, { x: 50, y: 0 })
    await expect.poll(ticks).not.toBe(all)
    const part = await ticks()
    await touch.drag(await middleOf(waterfall), { x: -30, y: 0 })
    await expect.poll(ticks).not.toBe(part)
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect.poll(ticks).toBe(all)
    await touch.pinch({ ...(await middleOf(waterfall)), x: start.x }, 20, 100)
    await expect.poll(ticks).not.toBe(all)
    expect(complaints).toEqual([])
  })
})
