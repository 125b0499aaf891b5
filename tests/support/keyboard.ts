import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Presses Tab until an element with this text, name or label has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isWanted = (text: string) =>
    typeof name === 'string' ? text.trim() === name : name.test(text.trim())
  const reached: string[] = []
  while (reached.length < 150) {
    await page.keyboard.press('Tab')
    const names = await page.evaluate<readonly string[]>(namesOfFocused)
    if (names.some(isWanted)) return
    reached.push(names.find(Boolean)?.replaceAll(/\s+/g, ' ').slice(0, 40) ?? '')
  }
  throw new Error(`Tab does not lead to ${String(name)}, but to: ${reached.join(', ')}.`)
}

/** The name of the focused element: its text, its attribute, or its labels. */
const namesOfFocused = `(({ activeElement: { textContent, ariaLabel, labels } }) => [
  textContent,
  ariaLabel ?? '',
  ...Array.from(labels ?? [], (label) => label.textContent),
])(document)`

export function keyboardOf(page: Page) {
  const { keyboard } = page
  const turns = page.getByRole('region', { name: 'Turns' })
  const suggestions = turns.getByRole('group', { name: 'Suggested questions' })
  const focused = page.locator('.composer textarea:focus')
  /** Focuses the question, once the page handles its keys. */
  async function toQuestion() {
    await expect
      .poll(async () => {
        await keyboard.press('/')
        return focused.count()
      })
      .toBe(1)
  }
  return {
    keyboard,
    turns,
    suggestions,
    /** Presses a key, and waits for the notification. */
    async press(key: string, words: string) {
      await keyboard.press(key)
      await page.locator('.toast').filter({ hasText: words }).waitFor()
    },
    async playNext(title: string) {
      await keyboard.press('t')
      await page.getByRole('radio', { name: title }).first().waitFor()
      await keyboard.type(title)
      await keyboard.press('Enter')
      await page
        .locator('.toast')
        .filter({ hasText: `Added: ${title}` })
        .waitFor()
    },
    toQuestion,
    async ask(text: string) {
      await toQuestion()
      await keyboard.type(text)
      await keyboard.press('Enter')
      await turns.locator('.question').last().filter({ hasText: text }).waitFor()
    },
    /** Asks the first suggested question with its key, once the suggestions are loaded. */
    async askFirst() {
      await turns
        .getByRole('group', { name: 'Suggested first questions' })
        .getByRole('button')
        .first()
        .waitFor()
      await keyboard.press('1')
    },
    /** Goes from the chat to the stage, which has no navigation. */
    async toStage() {
      await keyboard.press('v')
      await page.getByText('Demo', { exact: true }).waitFor()
      expect(await page.getByRole('navigation').count()).toBe(0)
    },
    async toChat() {
      await keyboard.press('v')
      await page.getByRole('navigation').waitFor()
      await keyboard.press('Escape')
    },
    hasFocus: (selector: string) => page.locator(`${selector}:focus`).waitFor(),
  }
}

/** The 404 of a browser: the chat may read the open conversation after a reset has deleted it. */
const goneAfterReset = /404 \(Not Found\) http\S+\/api\/conversations\/[^/?]+$/u

/** The complaints of a demo by keyboard that it does not explain. */
export const unexplained = (complaints: readonly string[]): readonly string[] =>
  complaints.filter((complaint) => !goneAfterReset.test(complaint))

/** A demo of three turns by keyboard only, from the start page to the end. */
export async function demoByKeys(page: Page): Promise<void> {
  const { keyboard, turns, suggestions, press, playNext, ask, hasFocus, toStage, toChat } =
    keyboardOf(page)
  await page.getByRole('link', { name: 'Ask a question' }).waitFor()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await tabTo(page, 'Ask a question')
  await keyboard.press('Enter')
  // While the start page is still visible, it also has buttons with these names.
  await page.getByRole('group', { name: 'Users of this world' }).waitFor()
  await tabTo(page, /demo@example\.com$/)
  await keyboard.press('Enter')
  await hasFocus('.composer textarea')
  await keyboard.press('Escape')
  await playNext('Refund approval')
  await toStage()

  // The first turn is paused before it starts, stepped, and waits for an approval.
  await press('p', 'Paused')
  await page.getByText('· paused').waitFor()
  await ask('Pass nobody by? Skip +1 and pay')
  await turns.getByText('Sending …').waitFor({ state: 'detached' })
  await press('n', 'Stepped')
  await press('s', 'Skipped')
  for (const speed of [2, 4, 10]) await press('+', `Speed × ${speed}`)
  await press('p', 'Resumed')
  const approval = turns.getByRole('region', { name: /^Approval of/ })
  await approval.getByText('pending', { exact: true }).waitFor()
  await press('a', 'Approved')
  await approval.getByText('approved', { exact: true }).waitFor()
  await suggestions.waitFor()

  // The second question is one of the suggested questions.
  const [wanted = ''] = await suggestions.getByRole('button').allInnerTexts()
  await keyboard.press('1')
  await turns.locator('.question').filter({ hasText: wanted }).waitFor()
  await expect.poll(() => turns.locator('.answer').count()).toBe(2)
  await suggestions.waitFor()

  // The third turn is cut, and resumed when the audience has seen it.
  await press('-', 'Speed × 4')
  await toChat()
  await playNext('Market scan')
  await toStage()
  await ask('Where shall we go?')
  await turns.locator('.plan-box').first().waitFor()
  await press('x', 'Connection cut')
  await turns.getByText('The connection is interrupted.').waitFor()
  await press('x', 'Resumed')
  await turns.locator('.plan-box.is-completed').nth(3).waitFor()
  await suggestions.waitFor()

  // Only the chat and the director page have the keys that change the world.
  await toChat()
  await press('r', 'No state is saved')
  await press('k', 'State saved')
  await keyboard.press('b')
  await tabTo(page, 'Reset')
  await keyboard.press('Enter')
  await page.getByText('What would you like to ask?').waitFor()
  await keyboard.press('Escape')
  await press('r', 'The saved state was restored')
  await toStage()
  await ask('Still there?')
  await keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await keyboard.press('Escape')
  await hasFocus('.turns')
  await toChat()
}
