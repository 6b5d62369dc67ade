import { createServiceAccounts, serviceAccountNoun, type AdminEnvironment } from '@portico/core'

import { useCore, useIsSupport, useWords } from '../../../kit/context/portal-context.tsx'
import { createAccountPath } from '../../../kit/navigation/paths.ts'
import { useListed } from '../../../kit/navigation/use-listed.ts'
import { PlusIcon } from '../../../kit/ui/admin-icons.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { keyDrawing } from '../../../kit/ui/drawings.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { ListFrame } from '../../../kit/ui/list-frame.tsx'
import styles from '../../../kit/ui/list-head.module.css'
import { Pill } from '../../../kit/ui/pill.tsx'
import { SelectedAccounts } from '../selected-accounts.tsx'
import { ServiceAccountTable } from '../service-account-table.tsx'

const withApplications = { include: 'dependencies' } as const

/** The service accounts of one environment, a page at a time. Search and order are in the address: `?q=…&sort=-name`. */
export function ServiceAccountList({ environment }: { environment: AdminEnvironment }) {
  const { list } = useCore().lazily(createServiceAccounts)
  const words = useWords()
  const shown = useListed(list, environment.id, { filter: withApplications, isFixed: true })
  const { status, rows = [], order, onSort, text } = shown
  const isSupport = useIsSupport()
  const isReadonly = environment.readonly || shown.readonly
  const create = !isReadonly && !isSupport && (
    <ButtonLink look="primary" to={createAccountPath(environment.id)}>
      <PlusIcon />
      {words.say('serviceAccount.create')}
    </ButtonLink>
  )
  const isRead = status !== 'loading' && status !== 'failed'
  return (
    <>
      {isRead && isReadonly && (
        <p className={styles['readonly']}>
          <Pill tone="warning">{words.say('environments.readonly')}</Pill> {words.say('form.readonly')}
        </p>
      )}
      <ListFrame
        shown={shown}
        label={words.text(serviceAccountNoun.labelPlural)}
        search={{ label: words.say('serviceAccount.search'), clearLabel: words.say('launcher.clear') }}
        countOf={(count) => words.say('serviceAccount.count', { count })}
        create={create}
        bar={<SelectedAccounts list={list} environmentId={environment.id} isReadonly={isReadonly || isSupport} />}
        empty={
          <EmptyState
            drawing={keyDrawing}
            message={words.say('serviceAccount.none')}
            hint={words.say('serviceAccount.noneHint')}
            action={create || undefined}
          />
        }
        noMatch={{ message: words.say('serviceAccount.noMatch', { text }) }}
      >
        <ServiceAccountTable list={list} environmentId={environment.id} accounts={rows} sort={order} onSort={onSort} />
      </ListFrame>
    </>
  )
}
