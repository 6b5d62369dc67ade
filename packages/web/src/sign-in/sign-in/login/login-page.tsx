import { directionOf, pageTitle } from '@portico/core'
import { useLayoutEffect } from 'react'

import { Logo } from '../../../kit/ui/logo.tsx'
import { PrivacyLink } from '../../../kit/ui/privacy-link.tsx'
import { LoginArt } from './login-art.tsx'
import { LoginForm } from './login-form.tsx'
import styles from './login.module.css'
import type { Login } from './login.ts'
import { useStateOf } from './use-state-of.ts'

/** `typed`: the username in the prerendered field. */
export function LoginPage({ login, typed }: { login: Login; typed: string }) {
  const { branding, words } = useStateOf(login.branding)
  const title = pageTitle({
    part: words.say('login.title'),
    portal: words.say('portal.title'),
    company: branding?.companyName ?? '',
  })
  useLayoutEffect(() => {
    document.documentElement.lang = words.locale
    document.documentElement.dir = directionOf(words.locale)
    document.title = title
  }, [words, title])
  return (
    <div className={styles['root']}>
      <LoginArt welcome={words.say('login.welcome')} />
      <main className={styles['panel']}>
        <div className={styles['brand']}>
          <Logo />
          <span>{branding?.applicationName}</span>
        </div>
        <LoginForm login={login} typed={typed} />
        <footer className={styles['footer']}>
          <span>{branding?.companyName}</span>
          <a href="/login/recovery">{words.say('login.recovery')}</a>
          <PrivacyLink address={branding?.privacyPolicyUrl} label={words.say('login.privacy')} />
        </footer>
      </main>
    </div>
  )
}
