import type { Frame, Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** The panel that the page has opened. */
export async function panelOf(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames().length).toBe(2)
  const [, frame] = page.frames()
  if (frame === undefined) throw new Error('The page has no panel.')
  return frame
}

/** Presses the hot key of the panel. */
export async function press(page: Page): Promise<void> {
  await page.keyboard.press('Control+Alt+U')
}

/** Signs in, and asks for the long story. */
export async function ask(panel: Frame): Promise<void> {
  await panel.getByRole('link', { name: 'Chat', exact: true }).click()
  const signIn = panel.getByRole('button', { name: 'demo@example.com' })
  const question = panel.getByRole('textbox', { name: /^Question/ })
  await signIn.or(question).waitFor()
  if (await signIn.isVisible()) await signIn.click()
  await question.fill('Tell me')
  await question.press('Enter')
  await panel.getByText('It was once').first().waitFor()
}

/** A turn that is cut and resumed, a fault, and a moved clock. */
export async function useAll(page: Page, panel: Frame): Promise<Locator> {
  await ask(panel)
  await panel.getByRole('region', { name: 'Turns' }).press('x')
  await panel.getByText('That is the end.').waitFor({ timeout: 30_000 })
  const calls = await page.evaluate('kit.fake.control().journal.list().map((one) => one.path)')
  expect(calls).toContainEqual(expect.stringContaining('/resume'))
  await panel.getByRole('link', { name: 'Clock', exact: true }).click()
  await panel.getByRole('button', { name: 'Freeze', exact: true }).click()
  await panel.getByRole('button', { name: 'Resume' }).waitFor()
  await panel.getByRole('link', { name: 'Faults', exact: true }).click()
  await panel.getByRole('group').getByRole('button').first().click()
  await expect.poll(() => page.evaluate('kit.fake.control().faults.list().length')).toBe(1)
  return panel.getByRole('link', { name: /clock frozen/ })
}
