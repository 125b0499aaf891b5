import type { Grade } from '../../contract/choices/choice.ts'
import { Badge } from '../ui/badge.tsx'
import type { Tone } from '../ui/tone.ts'

const tones: Readonly<Record<Grade, Tone>> = { specified: 'good', open: 'info', deviates: 'bad' }

/** What the specification makes of an option. */
export const GradeBadge = ({ grade }: { readonly grade: Grade | undefined }) => (
  <Badge tone={grade === undefined ? 'plain' : tones[grade]}>{grade ?? 'unknown'}</Badge>
)
