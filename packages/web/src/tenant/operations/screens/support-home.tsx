import { productionType } from '@portico/core'
import { useEffect, useId, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { environmentPath, firstTab } from '../../../kit/navigation/paths.ts'
import { useModules } from '../../../kit/navigation/use-modules.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { Link } from '../../../kit/ui/link.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import { OperationsWords } from '../operations-words.tsx'
import styles from './support-home.module.css'

/** The first page of a support session, which opens no application: the environments of the company and what can be seen there. */
export function SupportHome({ tenant }: { readonly tenant: string }) {
  return (
    <OperationsWords>
      <Home tenant={tenant} />
    </OperationsWords>
  )
}

function Home({ tenant }: { readonly tenant: string }) {
  const { environments: store, feedback } = useCore()
  const words = useWords()
  const environments = useStore(store, (state) => state.adminEnvironments)
  const failed = useStore(feedback, (state) => state.system ?? state.expected) !== undefined
  const modules = useModules()
  usePageTitle(words.say('portal.home'))
  useEffect(() => {
    void store.fetchAdmin()
  }, [store])
  return (
    <PageFrame title={tenant} lead={words.say('operations.home.lead')}>
      {environments === undefined && (failed ? <LoadFailed onRetry={() => store.fetchAdmin()} /> : <Loading />)}
      {environments !== undefined && modules !== undefined && (
        <div className={styles['parts']}>
          <Part title={words.say('operations.environments')}>
            {environments.map(({ id, name, type }) => (
              <li key={id}>
                <Link to={environmentPath(id, firstTab)}>{name}</Link>{' '}
                <Pill tone={type === productionType ? 'production' : 'plain'}>{type}</Pill>
              </li>
            ))}
          </Part>
          <Part title={words.say('portal.admin')}>
            {modules.map(({ id, label, path }) => (
              <li key={id}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
          </Part>
        </div>
      )}
    </PageFrame>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles['list']}>{children}</ul>
    </section>
  )
}
