import { environmentSections, userIdCookie } from '@portico/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { SessionWatch } from '../../../sign-in/sessions/session-watch.tsx'
import { SignOutForm } from '../../../sign-in/sessions/sign-out-form.tsx'
import { Button } from '../../../kit/ui/button.tsx'
import { PrivacyLink } from '../../../kit/ui/privacy-link.tsx'
import { SimplePage } from '../../../kit/feedback/simple-page.tsx'
import { rememberEnvironments } from '../environment-memory.ts'
import { EnvironmentSection } from '../environment-section.tsx'
import { NoEnvironment } from '../no-environment.tsx'
import { PickerSkeleton } from '../picker-skeleton.tsx'
import styles from './environment-picker.module.css'

export function EnvironmentPicker() {
  const { branding, environments, launcher, feedback, memory } = useCore()
  const words = useWords()
  const list = useStore(environments, (state) => state.environments)
  const opening = useStore(environments, (state) => list?.find((one) => one.id === state.openingId))
  const name = useStore(launcher, (state) => state.principal?.name)
  const tenant = useStore(launcher, (state) => state.principal?.tenant.name)
  const failed = useStore(feedback, (state) => state.system ?? state.expected) !== undefined
  const privacyPolicyUrl = useStore(branding, (state) => state.branding?.privacyPolicyUrl)
  const title = words.say('environments.title')
  usePageTitle(title)
  useRefusalScreen()

  useEffect(() => {
    void environments.fetch()
    void launcher.fetchPrincipal()
    // Restored by the browser's back button: no environment is being opened now.
    const reset = () => environments.setState({ openingId: undefined })
    window.addEventListener('pageshow', reset)
    return () => window.removeEventListener('pageshow', reset)
  }, [environments, launcher])

  useEffect(() => {
    const username = memory.get(userIdCookie)
    if (list === undefined || username === undefined) return
    const { production, nonProduction } = environmentSections(list)
    rememberEnvironments(memory, username, [...production, ...nonProduction])
  }, [list, memory])

  const sections = environmentSections(list ?? [])
  return (
    <SimplePage
      tools={
        <SignOutForm>
          <Button type="submit" look="quiet">
            {words.say('portal.signOut')}
          </Button>
        </SignOutForm>
      }
    >
      <div className={styles['head']}>
        <h1>{title}</h1>
        <p className={styles['lead']}>{name !== undefined && words.say('environments.lead', { name })}</p>
        <output className="visually-hidden">
          {opening && words.say('environments.opening', { name: opening.name })}
        </output>
      </div>
      {list === undefined && (failed ? <LoadFailed onRetry={() => environments.fetch()} /> : <PickerSkeleton />)}
      {list?.length === 0 && tenant !== undefined && <NoEnvironment tenant={tenant} />}
      <EnvironmentSection
        title={words.say('environments.production')}
        environments={sections.production}
        isProduction
      />
      <EnvironmentSection title={words.say('environments.nonProduction')} environments={sections.nonProduction} />
      {list !== undefined && (
        <footer className={styles['foot']}>
          <PrivacyLink address={privacyPolicyUrl} label={words.say('login.privacy')} />
        </footer>
      )}
      <SessionWatch />
    </SimplePage>
  )
}
