import { createServiceAccounts, gridRows, type ServiceAccountEditor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../context/portal-context.tsx'
import { TrashIcon } from '../ui/admin-icons.tsx'
import { IconButton } from '../ui/button.tsx'
import { CopyableCode } from '../ui/copyable-code.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import tableStyles from '../ui/table.module.css'
import styles from './dependency-grid.module.css'
import { RoleSelect } from './role-select.tsx'

type Properties = { readonly editor: ServiceAccountEditor; readonly isReadonly: boolean; readonly labelledBy: string }

/** The applications of the account, one row each (spec section 2, "Dependency grid columns"). */
export function DependencyGrid({ editor, isReadonly, labelledBy }: Properties) {
  const words = useWords()
  const known = useStore(useCore().lazily(createServiceAccounts), (state) => state.roles)
  const rows = gridRows(useEditor(editor).form.dependencies)
  if (rows.length === 0) return <EmptyState message={words.say('dependency.none')} />
  return (
    <div className={tableStyles['scroll']}>
      <table className={tableStyles['table']} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <th scope="col">{words.say('dependency.actions')}</th>
            <th scope="col" aria-sort="ascending">
              {words.say('dependency.id')}
            </th>
            <th scope="col">{words.say('dependency.name')}</th>
            <th scope="col">{words.say('dependency.roles')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.appId}>
              <td className={styles['actions']}>
                <IconButton
                  label={words.say('dependency.remove', { name: row.label })}
                  disabled={isReadonly}
                  onClick={() => editor.removeApplication(row.appId)}
                >
                  <TrashIcon />
                </IconButton>
              </td>
              <td className={styles['urn']}>
                <CopyableCode text={row.urn} label={words.say('serviceAccount.copyUrn', { name: row.label })} />
              </td>
              <td className={styles['name']}>{row.label}</td>
              <td className={styles['roles']}>
                <RoleSelect
                  row={row}
                  roles={known[row.appId]?.roles}
                  isReadonly={isReadonly || known[row.appId]?.readonly === true}
                  onChange={(names) => editor.setRoles(row.appId, names)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
