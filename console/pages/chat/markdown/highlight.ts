import { purified } from './render-markdown.ts'

/** Colours the code in an element, as far as its languages are known. */
export async function highlight(element: HTMLElement): Promise<void> {
  const blocks = [...element.querySelectorAll<HTMLElement>('pre > code[class*="language-"]')]
  if (blocks.length === 0) return
  const { default: highlighter } = await import('highlight.js/lib/common')
  for (const block of blocks) {
    const language = /language-([\w+#-]+)/.exec(block.className)?.[1] ?? ''
    if (highlighter.getLanguage(language) === undefined) continue
    const { value } = highlighter.highlight(block.textContent ?? '', { language })
    block.replaceChildren(purified(value))
  }
}
