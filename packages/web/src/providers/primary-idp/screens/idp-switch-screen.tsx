import { answerIdpSwitch, apiPrefix, createPrimaryIdp, sayGrace, type IdpSwitch } from '@portico/core'
import { useCallback, useState } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { SessionWatch } from '../../../sign-in/sessions/session-watch.tsx'
import { SignOutForm } from '../../../sign-in/sessions/sign-out-form.tsx'
import { Button, ButtonLink } from '../../../kit/ui/button.tsx'
import { CsrfField } from '../../../kit/ui/csrf-field.tsx'
import { Facts } from '../../../kit/ui/facts.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { RelativeTime } from '../../../kit/ui/relative-time.tsx'
import { SimplePage } from '../../../kit/feedback/simple-page.tsx'
import formPage from '../../../kit/ui/form-page.module.css'
import styles from './idp-switch-screen.module.css'
import texts from '../../../kit/ui/texts.module.css'

/** `/portal/idp-switch` (spec section 2): a member of the chosen group accepts the new primary provider, or not now. */
export default function IdpSwitchScreen() {
  return (
    <TenantWords>
      <Screen />
    </TenantWords>
  )
}

function Screen() {
  const words = useWords()
  const store = useCore().lazily(createPrimaryIdp)
  const { loaded: question, reload } = useLoaded(useCallback(() => store.readQuestion(), [store]))
  usePageTitle(words.say('idpSwitch.pageTitle'))
  if (question === undefined) return <Loading shape="page" />
  if (question === 'failed')
    return (
      <SimplePage>
        <LoadFailed onRetry={reload} />
      </SimplePage>
    )
  return question.pending === null ? (
    <Refused refusal={question.refusal ?? 'IDP_SWITCH_NONE'} />
  ) : (
    <Question pending={question.pending} isFresh={question.isFresh} />
  )
}

function Refused({ refusal }: { readonly refusal: NonNullable<IdpSwitch['refusal']> }) {
  const words = useWords()
  return (
    <Notice
      title={words.say(refusal === 'IDP_SWITCH_NONE' ? refusal : 'idpSwitch.refusedTitle')}
      mark="!"
      actions={
        <ButtonLink look="primary" to="/portal">
          {words.say('idpSwitch.toPortal')}
        </ButtonLink>
      }
    >
      {refusal !== 'IDP_SWITCH_NONE' && <p>{words.say(refusal)}</p>}
    </Notice>
  )
}

type Properties = { readonly pending: NonNullable<IdpSwitch['pending']>; readonly isFresh: boolean }

/** Both buttons post a form with `action` and the CSRF token; the server decides and says where to go. */
function Question({ pending, isFresh }: Properties) {
  const words = useWords()
  const [sent, setSent] = useState<string>()
  const { idpName, groupName, chosenBy, chosenAt, graceSecs } = pending
  const primaryName = pending.primaryName ?? ''
  const returnPath = new URLSearchParams(window.location.search).get('returnPath')
  const answer = (action: 'accept' | 'skip') => ({
    type: 'submit' as const,
    name: 'action',
    value: action,
    busy: sent !== undefined,
  })
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
      <form
        method="post"
        action={apiPrefix + answerIdpSwitch.path}
        className={styles['card']}
        onSubmit={({ nativeEvent }) => {
          const { submitter } = nativeEvent as SubmitEvent
          // After this event, so that the button still sends its value.
          setTimeout(() => setSent(submitter instanceof HTMLButtonElement ? submitter.value : ''))
        }}
      >
        <CsrfField />
        {returnPath !== null && <input type="hidden" name="returnPath" value={returnPath} />}
        <h1>{words.say('idpSwitch.title', { name: idpName })}</h1>
        <p>{words.say('idpSwitch.lead', { chosenBy, groupName, idpName })}</p>
        <p>{words.say('idpSwitch.grace', { seconds: graceSecs, primaryName, grace: sayGrace(graceSecs, words) })}</p>
        <Facts facts={[{ label: words.say('idpSwitch.since'), value: <RelativeTime at={chosenAt} /> }]} />
        {!isFresh && <p className={texts['soft']}>{words.say('idpSwitch.stale', { idpName })}</p>}
        <div className={formPage['buttons']}>
          <Button {...answer('accept')} look="primary">
            {words.say('idpSwitch.accept')}
          </Button>
          <Button {...answer('skip')}>{words.say('idpSwitch.skip')}</Button>
        </div>
      </form>
      <SessionWatch />
    </SimplePage>
  )
}
