import { escapeXml } from '../../../conformance/reporters/junit.ts'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'

/** The average width of a character, in units of the picture. */
const characterWidth = 6.6
const padding = 8

/** Draws a badge as SVG: how many of the reached behaviours are tolerated. */
export function toBadge(report: ToleranceReport): string {
  const { tolerated, reached } = report.counts
  const label = 'tolerance'
  const value = reached === 0 ? 'unknown' : `${tolerated} of ${reached}`
  const left = widthOf(label)
  const width = left + widthOf(value)
  const title = escapeXml(`${label}: ${value}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${width}" height="20" rx="3" fill="#3a3f45"/>
<path d="M${left} 0h${width - left - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colourOf(report)}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14">${label}</text>
<text x="${left + (width - left) / 2}" y="14">${value}</text>
</g>
</svg>
`
}

const widthOf = (text: string): number => Math.round(text.length * characterWidth + 2 * padding)

/** Green if nothing breaks, amber if all that breaks is in the baseline, red for the rest. */
function colourOf({ counts, findings }: ToleranceReport): string {
  if (counts.reached === 0) return '#565d66'
  if (findings.some(({ known }) => known === null)) return '#b3152a'
  return findings.length > 0 ? '#7d5000' : '#1a6b35'
}
