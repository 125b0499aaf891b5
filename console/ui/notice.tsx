import type { ComponentChildren } from 'preact'
import type { Tone } from './tone.ts'

export type NoticeProps = {
  /** One that is `bad` is read out at once. */
  readonly tone?: Tone
  readonly title?: string
  readonly children: ComponentChildren
}

/** Something that one should know, where it matters. */
export const Notice = ({ tone = 'info', title, children }: NoticeProps) => (
  <div class={`notice tone-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {title !== undefined && <strong>{title}</strong>}
    <div>{children}</div>
  </div>
)
