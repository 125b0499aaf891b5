import { useLayoutEffect, useRef } from 'preact/hooks'
import { highlight } from './highlight.ts'
import { renderMarkdown } from './render-markdown.ts'

/** A text in Markdown; `isWhole` once no more of it comes. */
export function Markdown({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(renderMarkdown(text))
    if (isWhole && place.current !== null) void highlight(place.current)
  }, [text, isWhole])
  return <div ref={place} class="markdown" />
}
