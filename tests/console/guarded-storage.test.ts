import { expect, it, onTestFinished, vi } from 'vitest'
import { createStorage } from '../../console/app/guarded-storage.ts'

/** A storage of a browser that has no space for long texts. */
function createSmallStorage() {
  const texts = new Map<string, string>()
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    removeItem: (name: string) => void texts.delete(name),
    setItem(name: string, text: string) {
      if (text.length > 10) throw new DOMException('The quota was exceeded.', 'QuotaExceededError')
      texts.set(name, text)
    },
  }
}

it('the console does not keep an old text if the new text does not fit into the storage', () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('sessionStorage', createSmallStorage())
  const { read, write } = createStorage('test.')
  write('report', 'the first')
  expect(read('report')).toBe('the first')
  write('report', 'a second one, which is too long')
  expect(read('report')).toBeUndefined()
})
