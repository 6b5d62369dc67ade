import { environmentList, listOf, productionType } from '@portico/core'
import { useOpenList } from '@portico/core/react'
import { useEffect, useId, type ReactNode } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { environmentSettingsPath } from '../../../kit/navigation/paths.ts'
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
  const core = useCore()
  const words = useWords()
  const list = listOf(core, environmentList)
  const { status, rows: environments } = useOpenList(list, '')
  const modules = useModules()
  usePageTitle(words.say('portal.home'))
  useEffect(() => core.environments.learn(environments), [core, environments])
  if (status === 'failed') return <LoadFailed onRetry={() => list.refresh()} />
  return (
    <PageFrame title={tenant} lead={words.say('operations.home.lead')}>
      {environments === undefined || modules === undefined ? (
        <Loading />
      ) : (
        <div className={styles['parts']}>
          <Part title={words.say('operations.environments')}>
            {environments.map(({ id, name, type }) => (
              <li key={id}>
                <Link to={environmentSettingsPath(id)}>{name}</Link>{' '}
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
