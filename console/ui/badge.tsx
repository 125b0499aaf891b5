import type { ComponentChildren } from 'preact'
import type { Tone } from './tone.ts'

/** A word that stands out, such as a status. */
export const Badge = (given: { readonly children: ComponentChildren; readonly tone?: Tone }) => (
  <span class={`badge tone-${given.tone ?? 'plain'}`}>{given.children}</span>
)
