import { createCliSignIn } from '@portico/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { Loading } from '../../../kit/ui/loading.tsx'
import { AskByCode } from '../ask-by-code.tsx'
import { AskByLoopback } from '../ask-by-loopback.tsx'
import { EnterCode } from '../enter-code.tsx'
import { Outcome } from '../outcome.tsx'

/** `/login/device`: a person allows or denies a command line to act for them. */
export default function CliSignInScreen() {
  return (
    <TenantWords>
      <Screen />
    </TenantWords>
  )
}

function Screen() {
  const { client } = useCore()
  const words = useWords()
  const [signIn] = useState(() => createCliSignIn({ client }))
  const { view, approver } = useStore(signIn)
  usePageTitle(words.say('cli.title'))

  useEffect(() => void signIn.open(window.location.search), [signIn])

  useEffect(() => {
    if (view.kind === 'signed-out')
      window.location.replace(`/login?${new URLSearchParams({ returnPath: view.returnPath }).toString()}`)
    // The command line's loopback address; core has validated it.
    if (view.kind === 'leaving') window.location.assign(view.url)
  }, [view])

  switch (view.kind) {
    case 'code':
      return <EnterCode signIn={signIn} />
    case 'device':
      return approver ? <AskByCode signIn={signIn} approver={approver} request={view.request} /> : <Loading />
    case 'loopback':
      return approver ? <AskByLoopback signIn={signIn} approver={approver} /> : <Loading />
    case 'result':
      return <Outcome result={view.result} />
    default:
      return <Loading shape="page" />
  }
}
