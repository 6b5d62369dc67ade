import { fieldOf, serviceAccountNoun, serviceAccountSorts, sortAfterChoosing, type ServiceAccount } from '@portico/core'

import { useWords } from '../context/portal-context.tsx'
import { editAccountPath } from '../environments/admin-paths.ts'
import { Link } from '../navigation/link.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '../ui/admin-icons.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { CopyableCode } from '../ui/copyable-code.tsx'
import tableStyles from '../ui/table.module.css'
import styles from './service-account-table.module.css'

type Properties = {
  readonly environmentId: string
  readonly accounts: readonly ServiceAccount[]
  /** A field, with a leading minus for descending order. */
  readonly sort: string
  readonly onSort: (sort: string) => void
}

const columns = ['name', 'id', 'urn', 'updatedAt'] as const
const sortable = new Set<string>(serviceAccountSorts)

/** The column headings are the noun's labels, as in the terminal UI and in the command's table. */
export function ServiceAccountTable({ environmentId, accounts, sort, onSort }: Properties) {
  const words = useWords()
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const label = (name: string) => fieldOf(serviceAccountNoun, name)?.label ?? name
  return (
    <div className={tableStyles['scroll']}>
      <table className={tableStyles['table']} aria-label={serviceAccountNoun.labelPlural}>
        <thead>
          <tr>
            {columns.map((name) =>
              sortable.has(name) ? (
                <SortHead key={name} name={name} label={label(name)} sort={sort} onSort={onSort} />
              ) : (
                <th key={name} scope="col">
                  {label(name)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ id, name, urn, updatedAt }) => (
            <tr key={id}>
              <td className={styles['name']}>
                <Link to={editAccountPath(environmentId, id)} className={styles['link']}>
                  {name}
                </Link>
              </td>
              <td>
                <CopyableCode text={id} label={words.say('serviceAccount.copyId', { name })} />
              </td>
              <td>
                <CopyButton text={urn} label={words.say('serviceAccount.copyUrn', { name })} />
              </td>
              <td className={styles['time']}>
                <time dateTime={updatedAt}>{time.format(new Date(updatedAt))}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type SortHeadProperties = Pick<Properties, 'sort' | 'onSort'> & { readonly name: string; readonly label: string }

function SortHead({ name, label, sort, onSort }: SortHeadProperties) {
  const isDescending = sort === `-${name}`
  const isSorted = isDescending || sort === name
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className={tableStyles['sort']} onClick={() => onSort(sortAfterChoosing(sort, name))}>
        {label}
        {isSorted && (isDescending ? <ArrowDownIcon /> : <ArrowUpIcon />)}
      </button>
    </th>
  )
}
