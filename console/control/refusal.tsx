import { Notice } from '../ui/notice.tsx'

/** What the server refused, in its words; nothing where it refused nothing. */
export const Refusal = ({ words }: { readonly words: string | undefined }) =>
  words === undefined ? null : (
    <Notice tone="bad" title="The server refused">
      {words}
    </Notice>
  )
