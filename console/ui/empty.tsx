import type { ComponentChildren } from 'preact'

/** What stands where there is nothing to show, and what to do about it. */
export const Empty = (given: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{given.title}</h2>
    {given.children}
  </div>
)
