import { CopyButton } from './copy-button.tsx'

export type CodeProps = {
  readonly text: string
  /** What it is; read out, not seen. */
  readonly label: string
  /** Breaks long lines instead of scrolling. */
  readonly wrap?: boolean
}

/** Text to read and to copy, as it is. */
export const Code = ({ text, label, wrap }: CodeProps) => (
  <div class="code">
    <pre class={wrap === true ? 'wrap' : ''} role="region" aria-label={label} tabIndex={0}>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} label={`Copy ${label}`} />
  </div>
)
