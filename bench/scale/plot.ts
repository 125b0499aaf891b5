/** One line of a plot: what it is of, and its points. */
export type Line = {
  readonly name: string
  readonly points: readonly (readonly [number, number])[]
}

const width = 720
const plot = { left: 64, right: 470, top: 16, bottom: 300 }
/** Told apart on white and on black alike, and by those who see no red or green. */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#999999']

const powersWithin = (values: readonly number[]) => {
  const logs = values.map((value) => Math.log10(value))
  const [least, most] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))]
  return Array.from({ length: Math.max(2, most - least + 1) }, (_, index) => least + index)
}

const labelOf = (power: number) =>
  power < 0 ? String(10 ** power) : (10 ** power).toLocaleString('en', { notation: 'compact' })

/** Where a value lies between two ends of an axis. */
const along = (powers: readonly number[], value: number, from: number, to: number) => {
  const [least = 0, most = 1] = [powers[0], powers.at(-1)]
  return Math.round(from + ((Math.log10(value) - least) / (most - least)) * (to - from))
}

/** A plot over two logarithmic axes as an SVG, which shows on light pages and on dark ones. */
export function svgOf(lines: readonly Line[], axes: { readonly x: string; readonly y: string }) {
  const points = lines.flatMap((line) => line.points)
  const xs = powersWithin(points.map(([x]) => x))
  const ys = powersWithin(points.map(([, y]) => y))
  const x = (value: number) => along(xs, value, plot.left, plot.right)
  const y = (value: number) => along(ys, value, plot.bottom, plot.top)
  const grid = [
    ...xs.map((power) => {
      const at = x(10 ** power)
      return `<path d="M${at} ${plot.top}V${plot.bottom}" class="grid"/><text x="${at}" y="318" text-anchor="middle">${labelOf(power)}</text>`
    }),
    ...ys.map((power) => {
      const at = y(10 ** power)
      return `<path d="M${plot.left} ${at}H${plot.right}" class="grid"/><text x="56" y="${at + 4}" text-anchor="end">${labelOf(power)}</text>`
    }),
  ]
  const drawn = lines.map((line, index) => {
    const colour = colours[index % colours.length]
    const dashes = index < colours.length ? '' : ' stroke-dasharray="5 3"'
    const path = line.points.map(([px, py]) => `${x(px)},${y(py)}`).join(' ')
    const dots = line.points.map(
      ([px, py]) => `<circle cx="${x(px)}" cy="${y(py)}" r="3" fill="${colour}"/>`,
    )
    const at = 28 + index * 19
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>`,
      ...dots,
      `<path d="M490 ${at}h22" stroke="${colour}" stroke-width="2"${dashes}/>`,
      `<text x="518" y="${at + 4}">${line.name}</text>`,
    ].join('\n')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 350" width="${width}" font-family="sans-serif" font-size="12" role="img">
<title>${axes.y}, by ${axes.x}</title>
<style>text{fill:#57606a}.grid{stroke:#8b949e;stroke-opacity:.35}@media(prefers-color-scheme:dark){text{fill:#adbac7}}</style>
${[...grid, ...drawn].join('\n')}
<text x="${(plot.left + plot.right) / 2}" y="340" text-anchor="middle">${axes.x}</text>
<text transform="translate(14 ${(plot.top + plot.bottom) / 2}) rotate(-90)" text-anchor="middle">${axes.y}</text>
</svg>
`
}
