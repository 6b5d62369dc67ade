import { createSetup, openSetupUrl, reachOf, type SetupStep } from '@portico/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator, useWords } from '../../context/portal-context.tsx'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { Loading } from '../../ui/loading.tsx'
import { SimplePage } from '../../ui/simple-page.tsx'
import { SetupFrame } from '../setup-frame.tsx'
import { setupStepPath } from '../setup-paths.ts'
import { SetupWords } from '../setup-words.tsx'
import styles from '../setup.module.css'

/** The first-time setup: `/login/setup` with its steps, and `/portal/admin/firsttime` (spec section 2). */
export default function SetupScreen({ step }: { step: string | undefined }) {
  return (
    <SetupWords>
      <Entry step={step} />
    </SetupWords>
  )
}

function Entry({ step }: { step: string | undefined }) {
  const core = useCore()
  const words = useWords()
  const store = core.lazily(createSetup)
  const status = useStore(store, (state) => state.status)
  const [problem, setProblem] = useState<string>()
  usePageTitle(words.say('setup.title'))
  useEffect(() => {
    const token = window.location.hash.slice(1)
    // Neither the history nor a screenshot keeps the token.
    if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
    void enter()

    async function enter() {
      const opened = token === '' ? undefined : await openSetupUrl(core, token)
      if (opened !== undefined && 'problem' in opened) setProblem(opened.problem)
      else await store.open()
    }
  }, [core, store])
  if (problem !== undefined) return <Refused message={problem} />
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

function Refused({ message }: { message: string }) {
  const words = useWords()
  return (
    <SimplePage>
      <div className={styles['card']} role="alert">
        <h1>{words.say('setup.openingFailed')}</h1>
        <p>{message}</p>
      </div>
    </SimplePage>
  )
}
