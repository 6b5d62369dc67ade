import { fieldOf, serviceAccountNoun, type AdminEnvironment, type ServiceAccount } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { LoadFailed } from '../../feedback/load-failed.tsx'
import { useCore, useWords } from '../../portal/context.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Pill } from '../../ui/pill.tsx'
import styles from './service-account-list.module.css'

/** The service accounts of one environment; the columns are the noun's. */
export function ServiceAccountList({ environment }: { environment: AdminEnvironment }) {
  const { serviceAccounts, feedback } = useCore()
  const words = useWords()
  const state = useStore(serviceAccounts)
  const failed = useStore(feedback, (one) => one.system ?? one.expected) !== undefined
  const list = state.environmentId === environment.id ? state.serviceAccounts : undefined
  const fetch = () => serviceAccounts.fetch(environment.id)

  useEffect(() => {
    void serviceAccounts.fetch(environment.id)
  }, [serviceAccounts, environment.id])

  return (
    <section aria-labelledby="service-accounts">
      <div className={styles['head']}>
        <h2 id="service-accounts">{serviceAccountNoun.labelPlural}</h2>
        {(environment.readonly || state.readonly) && <Pill tone="warning">{words.say('environments.readonly')}</Pill>}
      </div>
      {list === undefined && (failed ? <LoadFailed onRetry={fetch} /> : <Loading />)}
      {list?.length === 0 && <EmptyState message={words.say('serviceAccount.none')} />}
      {list !== undefined && list.length > 0 && <Table accounts={list} />}
    </section>
  )
}

function Table({ accounts }: { accounts: readonly ServiceAccount[] }) {
  const fields = serviceAccountNoun.columns.flatMap((name) => fieldOf(serviceAccountNoun, name) ?? [])
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-labelledby="service-accounts">
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field.name} scope="col">
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.id}>
              {fields.map((field) => (
                <Cell
                  key={field.name}
                  kind={field.kind}
                  value={String(field.value(account) ?? '')}
                  name={account.name}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ kind, value, name }: { kind: string; value: string; name: string }) {
  const words = useWords()
  if (kind === 'id') {
    return (
      <td className={styles['id']}>
        <code>{value}</code>
        <CopyButton label={words.say('serviceAccount.copyId', { name })} text={value} />
      </td>
    )
  }
  if (kind === 'time') {
    const format = new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' })
    return (
      <td className={styles['time']}>
        <time dateTime={value}>{format.format(new Date(value))}</time>
      </td>
    )
  }
  return <td className={styles['name']}>{value}</td>
}
