import { fieldOf, listOf, sortIn, tenantRoleList, tenantRoleNoun, type TenantRole } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useMemo, useRef } from 'react'

import { useCore, useWords } from '../../context/portal-context.tsx'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { Link } from '../../navigation/link.tsx'
import { useQuery } from '../../navigation/use-query.ts'
import { PlusIcon } from '../../ui/admin-icons.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import formPage from '../../ui/form-page.module.css'
import head from '../../ui/list-head.module.css'
import { Loading } from '../../ui/loading.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Pill } from '../../ui/pill.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from '../../ui/table.module.css'
import { customRolesPath, newRole } from '../paths.ts'

/** The custom roles of the tenant, a page at a time. Search and order are in the address: `?q=…&sort=-label`. */
export function TenantRoleList() {
  const words = useWords()
  const { query, change } = useQuery()
  const section = useRef<HTMLElement>(null)
  const list = listOf(useCore(), tenantRoleList)
  const search = query.get('q') ?? ''
  const sort = sortIn(tenantRoleList, query.get('sort'))
  const { status, rows = [], ...state } = useOpenList(list, '', { search, sort })
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  const { start, total, hasNext, hasPrevious, readonly: isReadonly } = state
  const turn = (go: () => Promise<void>) => () => {
    void go().then(() => section.current?.scrollIntoView({ block: 'start' }))
  }
  const create = !isReadonly && (
    <ButtonLink look="primary" to={customRolesPath(newRole)}>
      <PlusIcon />
      {words.say('tenantRole.create')}
    </ButtonLink>
  )
  return (
    <section
      ref={section}
      className={formPage['fields']}
      aria-label={words.say('settings.custom-roles')}
      aria-busy={state.isFetching}
    >
      <p className={formPage['lead']}>{words.say('tenantRole.lead')}</p>
      {isReadonly && (
        <p className={head['readonly']}>
          <Pill tone="warning">{words.say('environments.readonly')}</Pill> {words.say('tenantRole.readonly')}
        </p>
      )}
      {status === 'empty' ? (
        <EmptyState
          message={words.say('tenantRole.none')}
          hint={words.say('tenantRole.noneHint')}
          action={create || undefined}
        />
      ) : (
        <div>
          <div className={head['head']}>
            <div className={head['search']}>
              <SearchField
                label={words.say('tenantRole.search')}
                clearLabel={words.say('groups.clear')}
                text={search}
                onChange={(q) => change({ q })}
              />
            </div>
            <output className={head['count']}>
              {rows.length < total
                ? words.say('list.range', { from: start + 1, to: start + rows.length, total })
                : words.say('tenantRole.count', { count: rows.length })}
            </output>
            {create}
          </div>
          {status === 'no-match' ? (
            <EmptyState
              message={words.say('tenantRole.noMatch', { text: search })}
              action={<Button onClick={() => change({ q: '' })}>{words.say('groups.clear')}</Button>}
            />
          ) : (
            <RoleTable
              roles={rows}
              sort={sort || 'label'}
              onSort={(by) => change({ sort: by === 'label' ? '' : by })}
            />
          )}
          {(hasNext || hasPrevious) && (
            <Pager
              label={words.say('list.pages')}
              actions={[
                { label: words.say('list.first'), isPossible: hasPrevious, go: turn(() => list.first()) },
                { label: words.say('list.previous'), isPossible: hasPrevious, go: turn(() => list.previous()) },
                { label: words.say('list.next'), isPossible: hasNext, go: turn(() => list.next()) },
                { label: words.say('list.last'), isPossible: hasNext, go: turn(() => list.last()) },
              ]}
            />
          )}
        </div>
      )}
    </section>
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
