import { Button } from './button.tsx'
import styles from './pager.module.css'

export type PagerAction = { readonly label: string; readonly isPossible: boolean; readonly go: () => void }

/** Previous and next buttons. A disabled one keeps its place and the focus. */
export function Pager({ label, actions }: { readonly label: string; readonly actions: readonly PagerAction[] }) {
  return (
    <nav className={styles['root']} aria-label={label}>
      {actions.map((action) => (
        <Button key={action.label} disabled={!action.isPossible} onClick={action.go}>
          {action.label}
        </Button>
      ))}
    </nav>
  )
}
