import type { LauncherPreferences } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import styles from './layout-switch.module.css'
import { GridIcon, ListIcon } from './tile-icons.tsx'

type Layout = LauncherPreferences['layout']
type Properties = { readonly layout: Layout | undefined; readonly onChange: (layout: Layout) => void }

const layouts = [
  ['grid', GridIcon, 'launcher.grid'],
  ['list', ListIcon, 'launcher.list'],
] as const

/** Grid or list; neither is pressed before it is known. */
export function LayoutSwitch({ layout, onChange }: Properties) {
  const words = useWords()
  return (
    <div className={styles['root']} role="group" aria-label={words.say('launcher.layout')}>
      {layouts.map(([one, LayoutIcon, label]) => (
        <button
          key={one}
          type="button"
          className={styles['layout']}
          aria-pressed={layout === one}
          aria-label={words.say(label)}
          title={words.say(label)}
          onClick={() => onChange(one)}
        >
          <LayoutIcon />
        </button>
      ))}
    </div>
  )
}
