import type { MappedGroup } from '@portico/core'
import { useRef } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { IconButton } from '../../kit/ui/button.tsx'
import { CloseIcon } from '../../kit/ui/icons.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from './group-mappings.module.css'

type Properties = {
  readonly groups: readonly MappedGroup[]
  readonly isReadonly: boolean
  readonly onRemove: (group: MappedGroup) => void
}

/** Mapped groups of the providers that the picker does not show. */
export function GroupsOfOthers({ groups, isReadonly, onRemove }: Properties) {
  const words = useWords()
  const list = useRef<HTMLElement>(null)
  if (groups.length === 0) return null
  const remove = (group: MappedGroup) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = groups.indexOf(group)
    const next = buttons[at + 1] ?? buttons[at - 1]
    next?.focus()
    onRemove(group)
  }
  return (
    <section ref={list} aria-label={words.say('mapping.others')}>
      <h3 className={styles['label']}>{words.say('mapping.others')}</h3>
      <ul className={styles['chosen']}>
        {groups.map((group) => (
          <li key={group.id}>
            <Pill tone="accent">{group.name}</Pill> <span className={styles['provider']}>{group.idpName}</span>
            {!isReadonly && (
              <IconButton label={words.say('groups.remove', { name: group.name })} onClick={() => remove(group)}>
                <CloseIcon />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
