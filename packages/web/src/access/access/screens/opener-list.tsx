import {
  listOf,
  openerList,
  openerNoun,
  roleScope,
  type Application,
  type AdminEnvironment,
  type Opener,
} from '@portico/core'
import { useMemo } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { useListed } from '../../../kit/navigation/use-listed.ts'
import { Link } from '../../../kit/ui/link.tsx'
import { explainPath, personPath } from '../../../kit/navigation/paths.ts'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import { ListFrame } from '../../../kit/ui/list-frame.tsx'
import styles from '../../../kit/ui/table.module.css'
import { AccessWords } from '../access-words.tsx'
import { Through } from '../step-tables.tsx'
import texts from '../../../kit/ui/texts.module.css'

type Properties = { readonly environment: AdminEnvironment; readonly application: Application }

/** The people who can open an application in an environment, a page at a time: `?q=…&sort=-name`. */
export default function OpenerList(properties: Properties) {
  return (
    <AccessWords>
      <Openers {...properties} />
    </AccessWords>
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
        <Table openers={rows} env={environment.id} app={application.id} sort={order} onSort={onSort} />
      </ListFrame>
    </>
  )
}

type TableProperties = {
  readonly openers: readonly Opener[]
  readonly env: string
  readonly app: string
  readonly sort: string
  readonly onSort: (sort: string) => void
}

function Table({ openers, env, app, sort, onSort }: TableProperties) {
  const words = useWords()
  const columns = useMemo(
    () => [
      ...openerNoun.columns.map((id) => ({
        id,
        label: openerNoun.fields.find(({ name }) => name === id)?.label ?? id,
        isSortable: id === 'name',
      })),
      { id: 'why', label: words.say('access.explain'), isUnnamed: true, inCard: 'corner' as const },
    ],
    [words],
  )
  const rows = useMemo(
    () =>
      openers.map((opener) => ({
        id: opener.id,
        cells: [
          <Link key="name" to={personPath(opener.id)} className={styles['main']}>
            {opener.name}
          </Link>,
          <span key="username" className={texts['long']}>
            {opener.username}
          </span>,
          <span key="provider" className={texts['long']}>
            {opener.identityProvider.name}
          </span>,
          <span key="roles" className={texts['long']}>
            {opener.roles.join(', ') || '–'}
          </span>,
          <Through key="groups" of={opener} />,
          <Link
            key="why"
            to={explainPath({ user: opener.id, env, app })}
            aria-label={words.say('access.explainOf', { name: opener.name })}
          >
            {words.say('access.explain')}
          </Link>,
        ],
      })),
    [openers, env, app, words],
  )
  return <DataTable label={words.say('application.people')} columns={columns} rows={rows} sort={sort} onSort={onSort} />
}
