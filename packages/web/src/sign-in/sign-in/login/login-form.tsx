import { safeHref } from '@portico/core'
import { useRef, useState, type FormEvent } from 'react'

import { environmentChoice } from '../../../tenant/environments/environment-choice.ts'
import { forgetEnvironments, rememberedEnvironments } from '../../../tenant/environments/environment-memory.ts'
import { Button } from '../../../kit/ui/button.tsx'
import checkbox from '../../../kit/ui/checkbox.module.css'
import field from '../../../kit/ui/text-field.module.css'
import { EnvironmentSelect } from './environment-select.tsx'
import { LiveSessionNote } from './live-session-note.tsx'
import styles from './login.module.css'
import type { Login } from './login.ts'
import { SessionEndNote } from './session-end-note.tsx'
import { useIsHydrated } from './use-is-hydrated.ts'
import { useStateOf } from './use-state-of.ts'
import { UsernameField } from './username-field.tsx'

/** `typed`: the text already in the prerendered field. Fields that the person did not touch have the values this browser remembers. */
export function LoginForm({ login, typed }: { login: Login; typed: string }) {
  const { words } = useStateOf(login.branding)
  const { isFetching, error } = useStateOf(login.signIn)
  const lastUserId = useLastUserId(login)
  const [typedName, setTypedName] = useState(typed === '' ? undefined : typed)
  const [ticked, setTicked] = useState<boolean>()
  const [environment, setEnvironment] = useState('')
  const usernameInput = useRef<HTMLInputElement>(null)

  const username = typedName ?? lastUserId
  const remember = ticked ?? lastUserId !== ''
  const environments = lastUserId === '' ? [] : rememberedEnvironments(login.memory, username)
  const hasChoice = environments.length > 1

  const submit = async () => {
    if (isFetching) return
    // The server ignores any that is not a screen of the portal.
    const query = new URLSearchParams(location.search)
    const [returnPath, fresh] = ['returnPath', 'fresh'].map((name) => query.get(name) ?? undefined)
    const redirectUrl = await login.signIn.submit(username, remember, { returnPath, fresh })
    if (redirectUrl === undefined) return usernameInput.current?.focus()
    if (!remember) forgetEnvironments(login.memory)
    environmentChoice(() => sessionStorage).keep(hasChoice ? environment : '')
    const address = safeHref(redirectUrl, location.origin)
    if (address === undefined) return location.assign('/login/unexpected')
    // The button stays busy until the identity provider's page has loaded.
    login.signIn.setState({ isFetching: true })
    location.assign(address)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const onType = (text: string) => {
    setTypedName(text)
    if (error !== undefined) login.signIn.clearError()
  }

  return (
    // method="dialog" sends nothing if Enter is pressed before the script has loaded.
    <form id="login-form" className={styles['form']} method="dialog" noValidate onSubmit={onSubmit}>
      <div>
        <h1>{words.say('login.title')}</h1>
        <p className={styles['lead']}>{words.say('login.lead')}</p>
      </div>
      <SessionEndNote words={words} />
      <UsernameField field={usernameInput} words={words} value={username} error={error} onChange={onType} />
      <label className={checkbox['root']}>
        <input
          className={checkbox['input']}
          name="remember"
          type="checkbox"
          checked={remember}
          onChange={(event) => setTicked(event.target.checked)}
        />
        <span>{words.say('login.remember')}</span>
      </label>
      {hasChoice && (
        <EnvironmentSelect words={words} environments={environments} value={environment} onChange={setEnvironment} />
      )}
      <Button type="submit" look="primary" wide busy={isFetching}>
        {words.say('login.submit')}
      </Button>
      <LiveSessionNote login={login} words={words} />
      <noscript>
        <p className={field['error']}>{words.say('login.noScript')}</p>
      </noscript>
    </form>
  )
}

/** The username this browser remembers, as it was when the page opened. */
function useLastUserId({ signIn }: Login): string {
  const isHydrated = useIsHydrated()
  const [lastUserId] = useState(() => signIn.getState().lastUserId)
  return isHydrated ? lastUserId : ''
}
