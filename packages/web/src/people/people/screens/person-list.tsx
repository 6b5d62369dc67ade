import {
  createGroupUses,
  identityProviderList,
  listOf,
  personList,
  personStates,
  type personSorts,
  type Person,
  type PersonFilter,
} from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useCallback, useMemo } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { useListed, type Listed } from '../../../kit/navigation/use-listed.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { ListFrame } from '../../../kit/ui/list-frame.tsx'
import { NativeSelect } from '../../../kit/ui/native-select.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { RelativeTime } from '../../../kit/ui/relative-time.tsx'
import styles from '../../../kit/ui/table.module.css'
import head from '../../../kit/ui/list-head.module.css'
import { peoplePath, personPath } from '../../../kit/navigation/paths.ts'
import { ExplainLink } from '../explain-link.tsx'
import { StatePill } from '../state-pill.tsx'
import texts from '../../../kit/ui/texts.module.css'

/** The people who have signed in, a page at a time. All of it is in the address: `?q=…&idp=…&state=deactivated&group=…&sort=-name`. */
export function PersonList() {
  return (
    <TenantWords>
      <People />
    </TenantWords>
  )
}

function People() {
  const words = useWords()
  const { query } = useQuery()
  const { held = [] } = useOpenList(listOf(useCore(), identityProviderList), '')
  const [state, idp, group] = [query.get('state') ?? '', query.get('idp') ?? '', query.get('group') ?? '']
  const filter = useMemo(() => filterOf(state, idp, group), [state, idp, group])
  const shown = useListed(listOf(useCore(), personList), '', { filter })
  const { change } = shown
  const title = words.say('people.title')
  usePageTitle(title)
  useRefusalScreen()
  const all = { value: '', label: words.say('signIns.all') }
  return (
    <PageFrame title={title} lead={words.say('people.lead')} actions={<ExplainLink />}>
      {group !== '' && <MembersOf key={group} group={group} />}
      <ListFrame
        shown={shown}
        label={title}
        head="always"
        search={{ label: words.say('people.search'), clearLabel: words.say('groups.clear') }}
        filtersClass={head['filters']}
        filters={
          <>
            <NativeSelect
              label={words.say('people.state')}
              value={filter.state ?? ''}
              options={[all, ...personStates.map((one) => ({ value: one, label: words.say(`people.state.${one}`) }))]}
              onChange={(value) => change({ state: value })}
            />
            <NativeSelect
              label={words.say('groups.provider')}
              value={idp}
              options={[all, ...held.map(({ id, name }) => ({ value: id, label: name }))]}
              onChange={(value) => change({ idp: value })}
            />
          </>
        }
        countOf={(count) => words.say('people.count', { count })}
        empty={<EmptyState message={words.say('people.none')} />}
        noMatch={{
          message: words.say('people.noMatch'),
          clearLabel: words.say('signIns.clearFilters'),
          alsoClear: { state: '', idp: '', group: '' },
        }}
      >
        <PersonTable {...shown} />
      </ListFrame>
    </PageFrame>
  )
}

/** Says of which group the list shows the members, and leads back to everyone. */
function MembersOf({ group }: { readonly group: string }) {
  const words = useWords()
  const uses = useCore().lazily(createGroupUses)
  const { loaded } = useLoaded(useCallback(() => uses.open(group), [uses, group]))
  const name = typeof loaded === 'object' ? loaded.group.name : ''
  return (
    <p>
      {name !== '' && `${words.say('people.membersOf', { name })} · `}
      <Link to={peoplePath()}>{words.say('people.all')}</Link>
    </p>
  )
}

function filterOf(state: string, idp: string, group: string): PersonFilter {
  const known = personStates.find((one) => one === state)
  return {
    ...(known === undefined ? {} : { state: known }),
    ...(idp === '' ? {} : { idp }),
    ...(group === '' ? {} : { group }),
  }
}

type Shown = Listed<Person, PersonFilter, (typeof personSorts)[number]>

function PersonTable({ rows: people = [], order, onSort }: Shown) {
  const words = useWords()
  const columns = personList.noun.columns.map((id) => ({
    id,
    label: personList.noun.fields.find(({ name }) => name === id)?.label ?? id,
    isSortable: id === 'name',
  }))
  const rows = people.map(({ id, name, username, identityProvider, lastSignInAt, ...state }) => ({
    id,
    cells: [
      <Link key="name" to={personPath(id)} className={styles['main']}>
        {name}
      </Link>,
      <span key="username" className={texts['long']}>
        {username}
      </span>,
      <span key="provider" className={texts['long']}>
        {identityProvider.name}
      </span>,
      <StatePill key="state" person={state} />,
      <span key="seen" className={styles['age']}>
        {lastSignInAt === null ? words.say('people.never') : <RelativeTime at={lastSignInAt} />}
      </span>,
    ],
  }))
  return <DataTable label={words.say('people.title')} columns={columns} rows={rows} sort={order} onSort={onSort} />
}
