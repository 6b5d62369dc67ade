import { useWords } from '../../kit/context/portal-context.tsx'
import { preparePalette } from '../palette/load-palette.ts'
import { SearchIcon } from '../../kit/ui/icons.tsx'
import styles from './header.module.css'

/** Opens the palette, and shows the keys that do. */
export function FindButton({ onPress }: { onPress: () => void }) {
  const words = useWords()
  const keys = navigator.platform.startsWith('Mac') ? '⌘ K' : 'Ctrl K'
  return (
    <button
      type="button"
      className={styles['find']}
      aria-keyshortcuts="Control+K Meta+K"
      title={words.say('palette.open')}
      onPointerEnter={preparePalette}
      onFocus={preparePalette}
      onClick={onPress}
    >
      <SearchIcon />
      <span className="visually-hidden">{words.say('palette.open')}</span>
      <kbd className={styles['findKeys']}>{keys}</kbd>
    </button>
  )
}
