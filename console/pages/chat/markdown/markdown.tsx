import { memo } from 'preact/compat'
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks'
import { type Block, BlockSplitter } from './blocks.ts'
import { highlight, renderToken } from './render-token.ts'

/** Renders Markdown; `isWhole` is true once the text is complete. */
export function Markdown({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }) {
  const splitter = useMemo(() => new BlockSplitter(), [])
  const [retry, updateLater] = useReducer((count: number) => count + 1, 0)
  const blocks = useMemo(
    () => (isWhole ? splitter.finish(text) : splitter.split(text, performance.now())),
    [text, isWhole, retry],
  )
  useEffect(() => {
    if (!splitter.isBehind) return undefined
    const timer = setTimeout(updateLater, 200)
    return () => clearTimeout(timer)
  }, [blocks])
  return (
    <div class="markdown">
      {blocks.map((block, at) => (
        <BlockElement key={at} block={block} />
      ))}
    </div>
  )
}

/** One block; it is rendered again only if the block is another one. */
const BlockElement = memo(function BlockElement({ block }: { readonly block: Block }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(renderToken(block.token))
    if (block.isComplete && place.current !== null) void highlight(place.current)
  }, [block])
  return <div ref={place} class="block" />
})
