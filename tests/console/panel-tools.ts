import type { Frame, Page } from 'playwright'
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
export async function ask(shown: Frame | Page): Promise<void> {
  await shown.getByRole('link', { name: 'Chat', exact: true }).click()
  const users = shown.getByRole('group', { name: 'Users of this world' })
  const signIn = users.getByRole('button', { name: 'demo@example.com' })
  const question = shown.getByRole('textbox', { name: /^Question/ })
  await signIn.or(question).waitFor()
  if (await signIn.isVisible()) await signIn.click()
  await question.fill('Tell me')
  await question.press('Enter')
  await shown.getByText('It was once').first().waitFor()
}

/** Waits for the end of the long story. */
export const end = (shown: Frame | Page) =>
  shown.getByText('That is the end.').waitFor({ timeout: 30_000 })

/** Cuts a turn and lets it resume, freezes the clock, and adds a fault; returns how many there are. */
export async function useAll(shown: Frame | Page): Promise<number> {
  const show = (name: string) => shown.getByRole('link', { name, exact: true }).click()
  await ask(shown)
  await shown.getByRole('region', { name: 'Turns' }).press('x')
  await end(shown)
  await show('Journal')
  await shown.getByRole('option').filter({ hasText: '/resume' }).first().waitFor()
  await show('Clock')
  await shown.getByRole('button', { name: 'Freeze', exact: true }).click()
  await shown.getByRole('button', { name: 'Resume' }).waitFor()
  await shown.getByRole('link', { name: /clock frozen/ }).waitFor()
  await show('Faults')
  await shown.getByRole('group').getByRole('button').first().click()
  const faults = shown.getByRole('link', { name: /^1 fault/ })
  await faults.waitFor()
  return faults.count()
}
