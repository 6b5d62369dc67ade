import type { GroupOfPerson, HeldRole, OpenedApplication, OpeningGroup } from '@portico/core'
import type { ReactNode } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import styles from './access.module.css'
import texts from '../../kit/ui/texts.module.css'

type Rows<Name extends string, Row> = Readonly<Record<Name, readonly Row[]>> & { readonly count: number }

/** The groups as received and after the transforms. */
export function GroupsOfPerson({ groups, count }: Rows<'groups', GroupOfPerson>) {
  const words = useWords()
  return (
    <Part
      summary={words.say('groups.count', { count })}
      isCut={count > groups.length}
      columns={['group', 'received', 'mapped']}
      rows={groups.map(({ id, name, claim, mapped }) => ({
        id,
        cells: [name, claim, words.say(mapped ? 'access.mapped.yes' : 'access.mapped.no')],
      }))}
    />
  )
}

export function RolesHeld({ roles, count }: Rows<'roles', HeldRole>) {
  const words = useWords()
  return (
    <Part
      summary={words.say('mapping.count', { count })}
      isCut={count > roles.length}
      columns={['role', 'application', 'environment', 'through']}
      rows={roles.map((role, at) => ({
        id: `${at}`,
        cells: [
          role.label,
          role.application?.label ?? '–',
          role.environment?.name ?? '–',
          <Through key="by" of={role} />,
        ],
      }))}
    />
  )
}

export function ApplicationsOpened({ applications, count }: Rows<'applications', OpenedApplication>) {
  const words = useWords()
  return (
    <Part
      summary={words.say('access.applications', { count })}
      isCut={count > applications.length}
      columns={['application', 'environment', 'roles', 'through']}
      rows={applications.map((one) => ({
        id: `${one.environment.id} ${one.id}`,
        cells: [one.label, one.environment.name, one.roles.join(', ') || '–', <Through key="by" of={one} />],
      }))}
    />
  )
}

/** Open at once: it is what the person lacks. */
export function OpeningGroups({ groups, count }: Rows<'groups', OpeningGroup>) {
  const words = useWords()
  return (
    <Part
      summary={words.say('access.openedBy')}
      isOpen
      isCut={count > groups.length}
      columns={['group', 'provider', 'environment', 'role']}
      rows={groups.map(({ id, name, identityProvider, environment, role }, at) => ({
        id: `${id} ${at}`,
        cells: [name, identityProvider, environment, role ?? words.say('mapping.withoutRole')],
      }))}
    />
  )
}

export function Through({ of: { groups, groupCount } }: { readonly of: Pick<HeldRole, 'groups' | 'groupCount'> }) {
  const words = useWords()
  const more = groupCount - groups.length
  return (
    <span className={texts['long']}>
      {groups.map(({ name }) => name).join(', ')}
      {more > 0 && ` ${words.say('groups.mappedMore', { count: more })}`}
    </span>
  )
}

type ColumnId =
  | 'group'
  | 'received'
  | 'mapped'
  | 'role'
  | 'roles'
  | 'application'
  | 'environment'
  | 'through'
  | 'provider'

type PartProperties = {
  readonly summary: string
  readonly columns: readonly ColumnId[]
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[]
  readonly isCut: boolean
  readonly isOpen?: boolean
}

function Part({ summary, columns, rows, isCut, isOpen = false }: PartProperties) {
  const words = useWords()
  return (
    <details className={styles['part']} open={isOpen}>
      <summary>{summary}</summary>
      <DataTable
        label={summary}
        columns={columns.map((id) => ({ id, label: words.say(`access.column.${id}`) }))}
        rows={rows}
      />
      {isCut && <p>{words.say('people.more')}</p>}
    </details>
  )
}
