import {
  fieldOf,
  keyFields,
  lastUseOf,
  serviceAccountNoun,
  serviceAccountSorts,
  type ListedServiceAccount,
  type ServiceAccountList,
  type Words,
} from '@portico/core'
import { useMemo } from 'react'

import { useWords } from '../../kit/context/portal-context.tsx'
import { editAccountPath } from '../../kit/navigation/paths.ts'
import { Link } from '../../kit/ui/link.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import { RowMenu } from '../../kit/ui/row-menu.tsx'
import { PageCheck, RowCheck } from '../../kit/ui/selection.tsx'
import styles from '../../kit/ui/table.module.css'

type Properties = {
  readonly list: ServiceAccountList
  readonly environmentId: string
  readonly accounts: readonly ListedServiceAccount[]
  /** A field, with a leading minus for descending order. */
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** Applications shown of one account; the others are counted. */
const shownMax = 3
/** Digits of a fingerprint that tell keys apart; the title has all. */
const digits = 12

const sortable = new Set<string>(serviceAccountSorts)

/** What an account may use and which keys it has; its ids are in the menu of its row. */
export function ServiceAccountTable({ list, environmentId, accounts, sort, onSort }: Properties) {
  const words = useWords()
  const columns = useMemo(() => columnsOf(list, words), [list, words])
  const rows = useMemo(() => rowsOf(accounts, { list, environmentId, words }), [accounts, list, environmentId, words])
  return <DataTable label={serviceAccountNoun.labelPlural} columns={columns} rows={rows} sort={sort} onSort={onSort} />
}

function columnsOf(list: ServiceAccountList, words: Words) {
  const label = (name: string) => fieldOf(serviceAccountNoun, name)?.label ?? name
  return [
    {
      id: 'check',
      label: words.say('selection.label'),
      heading: <PageCheck list={list} />,
      inCard: 'check' as const,
    },
    { id: 'name', label: label('name'), inCard: 'title' as const },
    { id: 'dependencies', label: label('applications') },
    { id: 'keys', label: words.say('serviceAccount.keys') },
    { id: 'lastUsedAt', label: label('lastUsedAt') },
    { id: 'updatedAt', label: label('updatedAt') },
    { id: 'menu', label: words.say('dependency.actions'), isUnnamed: true, inCard: 'corner' as const },
  ].map((column) => ({ ...column, isSortable: sortable.has(column.id) }))
}

type Drawing = { readonly list: ServiceAccountList; readonly environmentId: string; readonly words: Words }

function rowsOf(accounts: readonly ListedServiceAccount[], { list, environmentId, words }: Drawing) {
  return accounts.map((account) => ({
    id: account.id,
    cells: [
      <RowCheck key="check" list={list} row={account} name={account.name} />,
      <Link key="name" to={editAccountPath(environmentId, account.id)} className={styles['main']}>
        {account.name}
      </Link>,
      <Applications key="dependencies" account={account} />,
      <Keys key="keys" account={account} />,
      <span key="lastUsedAt" className={styles['age']}>
        <LastUse at={lastUseOf(account)} />
      </span>,
      <span key="updatedAt" className={styles['age']}>
        <RelativeTime at={account.updatedAt} isShort />
      </span>,
      <RowMenu
        key="menu"
        name={account.name}
        copies={[
          { label: words.say('serviceAccount.copyIdEntry'), text: account.id },
          { label: words.say('serviceAccount.copyUrnEntry'), text: account.urn },
        ]}
      />,
    ],
  }))
}

function Applications({ account }: { account: ListedServiceAccount }) {
  const words = useWords()
  const labels = [...new Set(account.dependencies?.map(({ label }) => label))]
  if (labels.length === 0)
    return (
      <span className={styles['soft']}>
        {account.dependencies === undefined ? '' : words.say('serviceAccount.noApplications')}
      </span>
    )
  const rest = labels.slice(shownMax)
  return (
    <span className={styles['pills']}>
      {labels.slice(0, shownMax).map((label) => (
        <Pill key={label}>{label}</Pill>
      ))}
      {rest.length > 0 && (
        <span className={styles['soft']} title={rest.join(', ')}>
          {words.say('serviceAccount.moreApplications', { count: rest.length })}
        </span>
      )}
    </span>
  )
}

function Keys({ account }: { account: ListedServiceAccount }) {
  return (
    <span className={styles['keys']}>
      {keyFields.map(({ name }) => (
        <Key key={name} fingerprint={account[`${name}Fingerprint`]} addedAt={account[`${name}AddedAt`]} />
      ))}
    </span>
  )
}

type KeyProperties = {
  readonly fingerprint: string | undefined
  /** RFC 3339; null where it is unknown. */
  readonly addedAt: string | null | undefined
}

function Key({ fingerprint, addedAt }: KeyProperties) {
  if (fingerprint === undefined) return null
  return (
    <span>
      <code className={styles['mono']} title={`SHA-256 ${fingerprint}`}>
        {fingerprint.slice(0, digits)}
      </code>
      {addedAt != null && (
        <span className={styles['age']}>
          {' '}
          <RelativeTime at={addedAt} isShort />
        </span>
      )}
    </span>
  )
}

function LastUse({ at }: { at: string | null }) {
  const words = useWords()
  return at === null ? words.say('serviceAccount.notUsed') : <RelativeTime at={at} isShort />
}
