import {
  fieldOf,
  listOf,
  openerList,
  openerNoun,
  roleScope,
  type AdminEnvironment,
  type Application,
  type Opener,
} from '@portico/core'
import { useMemo } from 'react'

import { useCore, useWords } from '../../context/portal-context.tsx'
import { useListed } from '../../navigation/use-listed.ts'
import { MappingViewWords } from '../../group-mappings/mapping-view-words.tsx'
import { Link } from '../../navigation/link.tsx'
import { personPath } from '../../people/admin-paths.ts'
import people from '../../people/people.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import formPage from '../../ui/form-page.module.css'
import { ListFrame } from '../../ui/list-frame.tsx'
import styles from '../../ui/table.module.css'

type Properties = { readonly environment: AdminEnvironment; readonly application: Application }

/** The people who can open an application in an environment, a page at a time: `?q=…&sort=-name`. */
export default function OpenerList(properties: Properties) {
  return (
    <MappingViewWords>
      <Openers {...properties} />
    </MappingViewWords>
  )
}

function Openers({ environment, application }: Properties) {
  const words = useWords()
  const shown = useListed(listOf(useCore(), openerList), roleScope(environment.id, application.id))
  const { rows = [], order, onSort } = shown
  const names = { name: application.label, environment: environment.name }
  return (
    <>
      <p className={formPage['hint']}>{words.say('openers.lead', names)}</p>
      <ListFrame
        shown={shown}
        label={words.say('application.people')}
        search={{ label: words.say('people.search'), clearLabel: words.say('groups.clear') }}
        countOf={(count) => words.say('people.count', { count })}
        empty={<EmptyState message={words.say('openers.none', names)} hint={words.say('openers.noneHint')} />}
        noMatch={{ message: words.say('people.noMatch') }}
      >
        <OpenerTable openers={rows} sort={order} onSort={onSort} />
      </ListFrame>
    </>
  )
}

type TableProperties = {
  readonly openers: readonly Opener[]
  readonly sort: string
  readonly onSort: (sort: string) => void
}

function OpenerTable({ openers, sort, onSort }: TableProperties) {
  const words = useWords()
  const columns = openerNoun.columns.map((id) => ({
    id,
    label: fieldOf(openerNoun, id)?.label ?? id,
    isSortable: id === 'name',
  }))
  const rows = useMemo(
    () =>
      openers.map(({ id, name, username, identityProvider, roles, groups, groupCount }) => {
        const more = groupCount - groups.length
        const by = groups.map((group) => group.name).join(', ')
        return {
          id,
          cells: [
            <Link key="name" to={personPath(id)} className={styles['main']}>
              {name}
            </Link>,
            ...[username, identityProvider.name, roles.join(', ') || '–'].map((text) => (
              <span key={text} className={people['username']}>
                {text}
              </span>
            )),
            more > 0 ? `${by} ${words.say('groups.mappedMore', { count: more })}` : by,
          ],
        }
      }),
    [openers, words],
  )
  return <DataTable label={words.say('application.people')} columns={columns} rows={rows} sort={sort} onSort={onSort} />
}
