import { environmentSections, productionType } from '@portico/core'
import { useStore } from 'zustand'

import { useCore, usePortal, useWords } from '../../kit/context/portal-context.tsx'
import { switchTo } from '../../tenant/environments/switch-environment.ts'
import { classes } from '../../kit/ui/classes.ts'
import { MenuButton } from '../../kit/ui/menu.tsx'
import styles from './environment-chip.module.css'

/** The environment the session works in, on every page, and a menu that switches it. Production differs in colour, shape and word. */
export function EnvironmentChip() {
  const { launcher, environments } = useCore()
  const portal = usePortal()
  const words = useWords()
  const user = useStore(launcher, (state) => state.user)
  const { environments: known = [], selectedId, isFetching, openingId } = useStore(environments)
  if (!user?.environmentName) return null
  const { environmentName, environmentType } = user
  const opening = known.find(({ id }) => id === openingId)
  const { production, nonProduction } = environmentSections(known)
  const entries = [...production, ...nonProduction].map(({ id, name, type }) => ({
    id,
    label: name,
    mark: { text: type, isProduction: type === productionType },
    isCurrent: id === selectedId,
    onAction: () => switchTo(id, portal),
  }))
  return (
    <div className={styles['place']}>
      <MenuButton
        className={classes(styles['root'], environmentType === productionType && styles['production'])}
        chevron
        onOpen={() => void environments.fetch()}
        entries={
          isFetching
            ? []
            : [...entries, { id: '', label: words.say('environments.title'), href: '/portal/environments' }]
        }
      >
        <span className="visually-hidden">{words.say('portal.environment')}: </span>
        <span className={styles['name']}>
          {opening ? words.say('environments.opening', { name: opening.name }) : environmentName}
        </span>
        <span className={styles['type']}>{environmentType}</span>
      </MenuButton>
    </div>
  )
}
