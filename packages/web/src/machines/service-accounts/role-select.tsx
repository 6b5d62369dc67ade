import type { GridRow, Role } from '@portico/core'

import { useWords } from '../../kit/context/portal-context.tsx'
import { MultiDropdown } from '../../kit/ui/dropdown.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import styles from './dependency-grid.module.css'
import texts from '../../kit/ui/texts.module.css'

type Properties = {
  readonly row: GridRow
  /** undefined while loading. */
  readonly roles: readonly Role[] | undefined
  readonly isReadonly: boolean
  readonly onChange: (names: readonly string[]) => void
}

/** The roles of one application: pills, or a multi-select if there is a choice (spec section 2). */
export function RoleSelect({ row, roles, isReadonly, onChange }: Properties) {
  const words = useWords()
  const labelOf = (name: string) => roles?.find((role) => role.name === name)?.label ?? name
  const pills = row.roles.map((name) => (
    <Pill key={name} tone="accent">
      {labelOf(name)}
    </Pill>
  ))
  if (isReadonly || roles === undefined || (roles.length === 0 && row.roles.length === 0)) {
    return (
      <div className={styles['pills']}>
        {pills.length > 0
          ? pills
          : roles?.length === 0 && <span className={texts['soft']}>{words.say('dependency.noRoles')}</span>}
      </div>
    )
  }
  // A role that no longer exists stays selected until a person removes it.
  const gone = row.roles.filter((name) => !roles.some((role) => role.name === name))
  const items = [
    ...roles.map(({ name, label }) => ({ id: name, label })),
    ...gone.map((name) => ({ id: name, label: name })),
  ]
  return (
    <MultiDropdown
      label={words.say('dependency.rolesOf', { name: row.label })}
      items={items}
      searchLabel={words.say('dependency.chooseRoles')}
      noMatch={words.say('dependency.noRoles')}
      placeholder={words.say('dependency.chooseRoles')}
      selectedIds={row.roles}
      onSelect={onChange}
    >
      {pills}
    </MultiDropdown>
  )
}
