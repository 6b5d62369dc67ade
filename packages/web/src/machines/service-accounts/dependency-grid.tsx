import { createServiceAccounts, gridRows, type ServiceAccountEditor } from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { TrashIcon } from '../../kit/ui/admin-icons.tsx'
import { IconButton } from '../../kit/ui/button.tsx'
import { CopyableCode } from '../../kit/ui/copyable-code.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { EmptyState } from '../../kit/ui/empty-state.tsx'
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
    <DataTable
      labelledBy={labelledBy}
      sort="name"
      columns={[
        { id: 'actions', label: words.say('dependency.actions'), inCard: 'corner' },
        { id: 'id', label: words.say('dependency.id') },
        { id: 'name', label: words.say('dependency.name'), inCard: 'title' },
        { id: 'roles', label: words.say('dependency.roles') },
      ]}
      rows={rows.map((row) => ({
        id: row.appId,
        cells: [
          <IconButton
            key="actions"
            label={words.say('dependency.remove', { name: row.label })}
            disabled={isReadonly}
            onClick={() => editor.removeApplication(row.appId)}
          >
            <TrashIcon />
          </IconButton>,
          <CopyableCode key="id" text={row.urn} label={words.say('serviceAccount.copyUrn', { name: row.label })} />,
          row.label,
          <div key="roles" className={styles['roles']}>
            <RoleSelect
              row={row}
              roles={known[row.appId]?.roles}
              isReadonly={isReadonly || known[row.appId]?.readonly === true}
              onChange={(names) => editor.setRoles(row.appId, names)}
            />
          </div>,
        ],
      }))}
    />
  )
}
