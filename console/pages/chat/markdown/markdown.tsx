import { memo } from 'preact/compat'
import { useContext, useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks'
import { inNextFrame } from '../../../app/per-frame.ts'
import { GrowContext } from '../hooks.ts'
import { type Block, BlockSplitter } from './blocks.ts'
import { highlight, renderToken } from './render-token.ts'

/** About so many characters of new blocks are drawn in one frame. */
const drawnAtOnce = 4000

type MarkdownProps = {
  readonly text: string
  /** Whether the text is complete. */
  readonly isWhole: boolean
  /** Whether the end of the text has a blinking mark. */
  readonly isTyping?: boolean
}

/** Renders Markdown. A long text is drawn over several frames. */
export function Markdown({ text, isWhole, isTyping = false }: MarkdownProps) {
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
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const drawn = useRef(0)
  const onGrow = useContext(GrowContext)
  const count = countNext(blocks, drawn.current)
  useLayoutEffect(() => {
    drawn.current = count
    onGrow()
    if (count < blocks.length) inNextFrame(() => draw(undefined), 'chat')
  }, [blocks, count])
  return (
    <div class="markdown">
      {blocks.slice(0, count).map((block, at) => (
        <BlockElement key={at} block={block} isTyping={isTyping && at === blocks.length - 1} />
      ))}
    </div>
  )
}

/** How many blocks are drawn in the next frame, if so many were drawn before. */
function countNext(blocks: readonly Block[], drawn: number): number {
  let characters = 0
  const end = blocks.findIndex(({ text }, at) => {
    if (at >= drawn) characters += text.length
    return characters > drawnAtOnce
  })
  return end === -1 ? blocks.length : Math.max(end, drawn + 1)
}

type BlockProps = { readonly block: Block; readonly isTyping: boolean }

/** One block; it is rendered again only if the block is another one. */
const BlockElement = memo(function BlockElement({ block, isTyping }: BlockProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    place.current?.replaceChildren(renderToken(block.token))
    if (block.isComplete && place.current !== null) void highlight(place.current)
  }, [block])
  return <div ref={place} class={isTyping ? 'block is-typing' : 'block'} />
})
