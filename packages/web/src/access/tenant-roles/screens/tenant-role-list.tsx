import { fieldOf, listOf, tenantRoleList, tenantRoleNoun, type TenantRole } from '@portico/core'
import { useMemo } from 'react'

import { useCore, useMayChange, useWords } from '../../../kit/context/portal-context.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useListed } from '../../../kit/navigation/use-listed.ts'
import { PlusIcon } from '../../../kit/ui/admin-icons.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { ListFrame } from '../../../kit/ui/list-frame.tsx'
import head from '../../../kit/ui/list-head.module.css'
import { Pill } from '../../../kit/ui/pill.tsx'
import { RowMenu } from '../../../kit/ui/row-menu.tsx'
import styles from '../../../kit/ui/table.module.css'
import { customRolesPath, newRole } from '../../../kit/navigation/paths.ts'

/** The custom roles of the tenant, a page at a time. Search and order are in the address: `?q=…&sort=-label`. */
export function TenantRoleList() {
  const words = useWords()
  usePageTitle(words.say('settings.title'))
  const shown = useListed(listOf(useCore(), tenantRoleList), '')
  const { status, rows = [], order, onSort, text, readonly: isReadonly } = shown
  const mayChange = useMayChange()
  const create = !isReadonly && mayChange && (
    <ButtonLink look="primary" to={customRolesPath(newRole)}>
      <PlusIcon />
      {words.say('tenantRole.create')}
    </ButtonLink>
  )
  const title = words.say('settings.custom-roles')
  const frame = (
    <ListFrame
      shown={shown}
      label={title}
      search={{ label: words.say('tenantRole.search'), clearLabel: words.say('groups.clear') }}
      countOf={(count) => words.say('tenantRole.count', { count })}
      create={create}
      empty={
        <EmptyState
          message={words.say('tenantRole.none')}
          hint={words.say('tenantRole.noneHint')}
          action={create || undefined}
        />
      }
      noMatch={{ message: words.say('tenantRole.noMatch', { text }) }}
    >
      <RoleTable roles={rows} sort={order} onSort={onSort} />
    </ListFrame>
  )
  if (status === 'loading' || status === 'failed') return frame
  return (
    <div className={formPage['fields']}>
      <p className={formPage['lead']}>{words.say('tenantRole.lead')}</p>
      {isReadonly && (
        <p className={head['readonly']}>
          <Pill tone="warning">{words.say('environments.readonly')}</Pill> {words.say('ROLES_READ_ONLY')}
        </p>
      )}
      {frame}
    </div>
  )
}

type TableProperties = {
  readonly roles: readonly TenantRole[]
  readonly sort: string
  readonly onSort: (sort: string) => void
}

function RoleTable({ roles, sort, onSort }: TableProperties) {
  const words = useWords()
  const columns = useMemo(
    () => [
      { id: 'label', label: fieldOf(tenantRoleNoun, 'label')?.label ?? '', isSortable: true },
      { id: 'id', label: fieldOf(tenantRoleNoun, 'id')?.label ?? '' },
      { id: 'menu', label: words.say('dependency.actions'), isUnnamed: true, inCard: 'corner' as const },
    ],
    [words],
  )
  const rows = useMemo(
    () =>
      roles.map(({ id, label }) => ({
        id,
        cells: [
          <Link key="label" to={customRolesPath(id)} className={styles['main']}>
            {label}
          </Link>,
          <code key="id" className={styles['mono']}>
            {id}
          </code>,
          <RowMenu key="menu" name={label} copies={[{ label: words.say('serviceAccount.copyIdEntry'), text: id }]} />,
        ],
      })),
    [roles, words],
  )
  return (
    <DataTable label={words.say('settings.custom-roles')} columns={columns} rows={rows} sort={sort} onSort={onSort} />
  )
}
