import { Notice } from '../ui/notice.tsx'
import { Ticked } from './ticked.tsx'

/** What the server refused, in its words; nothing where it refused nothing. */
export const Refusal = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <Notice tone="bad" title="The server refused">
      <Ticked text={words} />
    </Notice>
  )
