import { createSetup, reachOf, type SetupStep } from '@portico/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { Loading } from '../../../kit/ui/loading.tsx'
import { SimplePage } from '../../../kit/feedback/simple-page.tsx'
import { LeftSetup } from '../left-setup.tsx'
import { SetupFrame } from '../setup-frame.tsx'
import { Refused, SetupInvitation } from '../setup-invitation.tsx'
import { forgetToken, keepToken, keptToken } from '../kept-token.ts'
import { setupStepPath } from '../../../kit/navigation/paths.ts'
import { SetupWords } from '../../../kit/navigation/setup-words.tsx'

/** In place of a step: where signing out leads. */
const leftSetup = 'left'

/** The first-time setup: `/login/setup` with its steps, and `/portal/admin/firsttime` (spec section 2). */
export default function SetupScreen({ step }: { step: string | undefined }) {
  return (
    <SetupWords>
      <Entry step={step} />
    </SetupWords>
  )
}

function Entry({ step }: { step: string | undefined }) {
  const [token, setToken] = useState(() => takeToken() ?? (step === undefined ? keptToken() : undefined))
  usePageTitle(useWords().say('setup.title'))
  useEffect(() => {
    // Another setup URL, pasted into the address bar of this page.
    const read = () => setToken((before) => takeToken() ?? before)
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  const begin = () => {
    forgetToken()
    setToken(undefined)
  }
  if (token !== undefined) return <SetupInvitation key={token} token={token} onBegun={begin} />
  return step === leftSetup ? <LeftSetup /> : <Continued step={step} />
}

/** The token of a setup URL. Neither the history nor a screenshot keeps it. */
function takeToken(): string | undefined {
  const token = window.location.hash.slice(1)
  if (token === '') return undefined
  keepToken(token)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return token
}

function Continued({ step }: { step: string | undefined }) {
  const words = useWords()
  const store = useCore().lazily(createSetup)
  const status = useStore(store, (state) => state.status)
  useEffect(() => void store.open(), [store])
  if (status === 'ended') return <Refused message={words.say('setup.noToken')} />
  if (status === 'failed')
    return (
      <SimplePage>
        <LoadFailed onRetry={() => store.open()} />
      </SimplePage>
    )
  if (status === 'loading')
    return (
      <SimplePage>
        <Loading />
      </SimplePage>
    )
  return <Opened step={step} />
}

function Opened({ step }: { step: string | undefined }) {
  const navigator = useNavigator()
  const { setup } = useStore(useCore().lazily(createSetup))
  if (setup === undefined) throw new TypeError('The setup is ready without its state.')
  const reach = reachOf(setup)
  const wanted = step === undefined ? setup.step : Number(step)
  const isOpen = Number.isInteger(wanted) && wanted >= 1 && wanted <= reach
  const shown = (isOpen ? wanted : Math.min(setup.step, reach)) as SetupStep
  const path = setupStepPath(shown)
  useEffect(() => {
    if (step === undefined || !isOpen) navigator.replace(path)
  }, [step, isOpen, navigator, path])
  return <SetupFrame setup={setup} step={shown} />
}
