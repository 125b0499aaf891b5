import { signal } from '@preact/signals'
import { Button, Icon } from '../ui/button.tsx'
import type { IconName } from '../ui/icons.ts'
import { readStored, writeStored } from './browser-storage.ts'

/**
 * Creates a setting for the look of all pages. The default is `values[0]`. The browser stores the
 * choice.
 */
function createLookSetting<Value extends string>(
  name: 'theme' | 'density',
  values: readonly [Value, ...Value[]],
) {
  const storedName = readStored(name, 'permanent')
  const current = signal(values.find((value) => value === storedName) ?? values[0])
  /** Writes the value to a `data-` attribute of the document, which style sheets read. */
  const apply = () => {
    document.documentElement.dataset[name] = current.value
  }
  const choose = (value: Value) => {
    current.value = value
    writeStored(name, value, 'permanent')
    apply()
  }
  return { values, current, choose, apply }
}

const themeSetting = createLookSetting('theme', ['auto', 'light', 'dark'])
const densitySetting = createLookSetting('density', ['comfortable', 'compact'])

/** Applies the stored theme and density, before the first render. */
export function applyAppearance(): void {
  themeSetting.apply()
  densitySetting.apply()
}

/** Two buttons: one switches the theme, the other the density of rows, cards and controls. */
export const AppearanceSwitches = () => (
  <>
    <LookSwitch setting={densitySetting} title="Density" />
    <LookSwitch setting={themeSetting} title="Theme" />
  </>
)

/** A button that selects the next value of a setting. */
function LookSwitch<Value extends IconName>(props: {
  readonly setting: ReturnType<typeof createLookSetting<Value>>
  readonly title: string
}) {
  const { values, current, choose } = props.setting
  const now = current.value
  const next = values[(values.indexOf(now) + 1) % values.length] ?? values[0]
  return (
    <Button
      kind="quiet"
      label={`${props.title}: ${now}. Switch to ${next}`}
      onClick={() => choose(next)}
    >
      <Icon name={now} />
      <span>{props.title}</span>
    </Button>
  )
}
